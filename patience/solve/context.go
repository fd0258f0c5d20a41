package solve

// Context is as much of a context.Context as the solver looks at: a search ends
// when Err is no longer nil. The whole package context would bring the clock and
// a tenth more to download into the engine of the page.
type Context interface{ Err() error }
