// Package markdown reads of a Markdown page what the checks of this repository need: its code blocks with the mark that
// stands above each, its links and its headings.
//
// A mark is an HTML comment right above a code block. Its first word, up to the colon, is its name:
//
//	<!-- go: fragment imports=context,./asixto
//	func handler(context.Context) error { return nil }
//	-->
//
// Words of the form key=value on the first line are attributes; further lines are the mark's body.
package markdown
