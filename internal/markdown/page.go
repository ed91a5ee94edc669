package markdown

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Page is what Parse found, in the order of the text.
type Page struct {
	Blocks   []Block
	Links    []Link
	Headings []string // as anchors: "Where to begin" is "where-to-begin"
}

// Block is one fenced code block.
type Block struct {
	Lang string // the word after the fence, "" if there is none
	Code string
	Line int   // of the opening fence, from 1
	Mark *Mark // nil where no comment stands right above
}

// Mark is the comment above a block.
type Mark struct {
	Name  string
	Words []string // of the first line, without the attributes
	Attrs map[string]string
	Body  string
}

// Has says whether the word stands on the mark's first line. A nil mark has none.
func (m *Mark) Has(word string) bool {
	return m != nil && slices.Contains(m.Words, word)
}

// Attr is the value of key=value on the first line, "" where it is missing. A nil mark has none.
func (m *Mark) Attr(key string) string {
	if m == nil {
		return ""
	}
	return m.Attrs[key]
}

// Link is an inline link, an image or a reference definition.
type Link struct {
	Target string
	Line   int
}

type parser struct {
	page   Page
	line   int
	mark   *Mark
	fence  string // the marker that ends the open block
	block  *Block
	code   strings.Builder
	remark *strings.Builder // the open HTML comment
	seen   map[string]int
}

// Parse reads a page. An unclosed block or comment reaches to the end of the text.
func Parse(text string) Page {
	p := parser{seen: map[string]int{}}
	for line := range strings.Lines(text) {
		p.line++
		p.next(strings.TrimRight(line, "\r\n"))
	}
	if p.block != nil {
		p.closeBlock()
	}
	return p.page
}

func (p *parser) next(line string) {
	trimmed := strings.TrimSpace(line)
	switch {
	case p.block != nil:
		if strings.HasPrefix(trimmed, p.fence) && strings.Trim(trimmed, p.fence[:1]) == "" {
			p.closeBlock()
			return
		}
		p.code.WriteString(line + "\n")
	case p.remark != nil:
		p.comment(line)
	case strings.HasPrefix(trimmed, "<!--"):
		p.remark = new(strings.Builder)
		p.comment(strings.TrimPrefix(trimmed, "<!--"))
	case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
		p.openBlock(trimmed)
	case trimmed != "":
		p.mark = nil
		p.prose(line)
	}
}

func (p *parser) comment(line string) {
	before, _, end := strings.Cut(line, "-->")
	p.remark.WriteString(before + "\n")
	if end {
		p.mark = newMark(p.remark.String())
		p.remark = nil
	}
}

func newMark(text string) *Mark {
	first, body, _ := strings.Cut(strings.TrimSpace(text), "\n")
	name, rest, _ := strings.Cut(first, ":")
	m := &Mark{Name: strings.TrimSpace(name), Attrs: map[string]string{}, Body: body}
	for word := range strings.FieldsSeq(rest) {
		if key, value, ok := strings.Cut(word, "="); ok {
			m.Attrs[key] = value
			continue
		}
		m.Words = append(m.Words, word)
	}
	return m
}

func (p *parser) openBlock(line string) {
	info := strings.TrimLeft(line, line[:1])
	p.fence = line[:len(line)-len(info)]
	lang, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	p.block = &Block{Lang: lang, Line: p.line, Mark: p.mark}
	p.mark = nil
}

func (p *parser) closeBlock() {
	p.block.Code = p.code.String()
	p.page.Blocks = append(p.page.Blocks, *p.block)
	p.block = nil
	p.code.Reset()
}

var (
	codeSpan   = regexp.MustCompile("`[^`]*`")
	inlineLink = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)`)
	definition = regexp.MustCompile(`^\s{0,3}\[[^\]]+\]:\s+(\S+)`)
	heading    = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
)

func (p *parser) prose(line string) {
	if m := heading.FindStringSubmatch(line); m != nil {
		p.page.Headings = append(p.page.Headings, p.anchor(m[1]))
	}
	plain := codeSpan.ReplaceAllString(line, "``")
	for _, m := range inlineLink.FindAllStringSubmatch(plain, -1) {
		p.page.Links = append(p.page.Links, Link{Target: m[1], Line: p.line})
	}
	if m := definition.FindStringSubmatch(plain); m != nil {
		p.page.Links = append(p.page.Links, Link{Target: m[1], Line: p.line})
	}
}

// anchor follows the rule of the usual forges: lower case, spaces become hyphens, punctuation goes, repeats are numbered.
func (p *parser) anchor(text string) string {
	slug := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return -1
		}
	}, text)
	n := p.seen[slug]
	p.seen[slug]++
	if n > 0 {
		return slug + "-" + strconv.Itoa(n)
	}
	return slug
}
