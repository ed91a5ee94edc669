package schema

// A Warning is a hint about a schema: something that a provider of models takes
// badly or that makes a model err. No rule of the contract makes it binding.
type Warning struct {
	// Path is the property's; empty for the whole schema.
	Path string
	// Rule names the hint, for whoever lifts it.
	Rule string
	// Provider is whose limit it is; empty where it is everybody's.
	Provider string
	// Text says what it is about and what to write instead.
	Text string
}

func lint(s *shape, b *builder) []Warning { return nil }
