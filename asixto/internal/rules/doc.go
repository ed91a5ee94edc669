// Package rules holds what the contract says about the definition of a tool,
// as data: what each rule demands, how hard, from which section of the
// contract, in English and Spanish, and what to write instead.
//
// The rules read the definition as it goes on the wire, one entry of
// tools/list, whatever language the server is written in. [Parse] takes it
// apart, [CheckTool] holds one tool against the rules, [CheckCatalogue] holds
// all tools of a server against those that need to see them together, and
// [CheckFlow] the server's instructions. Each returns every finding at once, in
// an order that depends on nothing but the input.
//
// What a schema cannot say (where an argument comes from, which exception was
// made and why) is added to its places with [Schema.Annotate].
//
// # Levels and exceptions
//
// A [Blocking] rule is one that certification, or the provider of the model,
// enforces. A [Warning] is a recommendation or a heuristic. An exception is the
// id of a rule with the reason in words: a warning is lifted by one on the tool
// or on the property; a blocking rule only where the rule says [Rule].Liftable,
// and then only by one on the property. [Lifted] lists what was lifted.
//
// # Decisions where the contract is silent
//
//   - A text is bounded by maxLength, by an enum or const, or by a format whose
//     values have a bounded length: date, date-time, time, uuid, ipv4, ipv6. A
//     pattern bounds nothing: whoever checks for maxLength looks for that word.
//   - A union at the root and "data:" anywhere block, although the contract only
//     advises against the first and does not mention the second: providers
//     refuse a request with such a schema, and the certification checker takes
//     an answer with that text for an event stream.
//   - Names of properties are lower-case; an author with a reason may keep
//     others.
//   - A reference ($ref) is not followed: what stands behind it cannot be
//     checked, so it blocks.
//   - Up to five required properties of one object are "only what is
//     essential"; more are warned of.
//   - A union of constants is read as an enum.
//   - Lengths are UTF-16 code units, as the Gateway counts them.
package rules
