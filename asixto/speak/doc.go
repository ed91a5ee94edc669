// Package speak puts amounts and moments into words: exact in the answer's
// JSON, short on the screen, and in a form that any voice reads right on the
// telephone. What it says is neutral Spanish.
//
// # Which of these do I want
//
//   - A price or a balance in an answer: a field of type [Money], made from minor
//     units. In JSON it is a number and its currency; [Money.For] is its text for
//     the channel of a call.
//   - An appointment or a due date in an answer: a field of type [Time], made with
//     [At] in the zone of the call. In JSON it is RFC 3339 with that zone's offset.
//   - The same words without such a field: [Moment], [Day], [Hour], [Number].
//   - Things counted, listed or dictated: [Count], [List], [Digits], [Sentences].
//
// # What is said how
//
// An amount is written as "$ 45.900" and said as "cuarenta y cinco mil novecientos
// pesos": voices disagree on whether "45.900" is a large number or a small one. A
// moment is "el miércoles 3 de septiembre a las nueve de la mañana": hours are
// words, days and years are digits, which every voice reads right. Nothing here
// looks at a clock, so an answer that is made twice is equal.
//
// An answer without a text of its own is said in a call by these rules too.
package speak
