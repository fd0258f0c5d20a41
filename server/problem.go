package server

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Code names a kind of problem. Codes are stable: programs may depend on them,
// and only on them; the texts beside them may change.
type Code string

// The kinds of problems that every operation may have. What only some have is
// registered beside them, with kind.
var (
	Malformed          = kind("malformed", http.StatusBadRequest, "The request cannot be read.")
	IdentityRequired   = kind("identity-required", http.StatusUnauthorized, "This needs an identity: send the cookie or the bearer token of one.")
	CrossOrigin        = kind("cross-origin", http.StatusForbidden, "A page of another origin may not do this.")
	Forbidden          = kind("forbidden", http.StatusForbidden, "This identity may not do this.")
	NotFound           = kind("not-found", http.StatusNotFound, "There is nothing here, or nothing this identity may see.")
	MethodNotAllowed   = kind("method-not-allowed", http.StatusMethodNotAllowed, "This path does not know the method.")
	NotAcceptable      = kind("not-acceptable", http.StatusNotAcceptable, "The answer does not exist in a format the request accepts.")
	Timeout            = kind("timeout", http.StatusRequestTimeout, "The request took too long to arrive.")
	Conflict           = kind("conflict", http.StatusConflict, "This does not go with what has happened meanwhile.")
	TooLarge           = kind("too-large", http.StatusRequestEntityTooLarge, "The request is too large.")
	UnsupportedContent = kind("unsupported-content", http.StatusUnsupportedMediaType, "The request's content type is not understood.")
	Invalid            = kind("invalid", http.StatusUnprocessableEntity, "The request does not fit its description; errors says where.")
	RateLimited        = kind("rate-limited", http.StatusTooManyRequests, "Too many requests: wait as long as Retry-After says.")
	Internal           = kind("internal", http.StatusInternalServerError, "The server failed. Its log knows more.")
	Unavailable        = kind("unavailable", http.StatusServiceUnavailable, "The server is starting, stopping or cannot reach its database.")
)

type kindOf struct {
	Code   Code
	Status int
	Title  string
}

var kinds []kindOf

// kind registers a code, which the reference page then lists.
func kind(code Code, status int, title string) Code {
	kinds = append(kinds, kindOf{code, status, title})
	return code
}

// ProblemType is the prefix of a problem's type; its code follows.
const ProblemType = "urn:birdie:problem:"

// Problem is an answer that says what went wrong, after RFC 9457.
type Problem struct {
	Type       string  `json:"type" doc:"A name of the problem: urn:birdie:problem: and the code."`
	Title      string  `json:"title" doc:"What this kind of problem is, in English."`
	Status     int     `json:"status" doc:"The HTTP status."`
	Code       Code    `json:"code" doc:"The stable name of the kind of problem, for programs."`
	Detail     string  `json:"detail,omitempty" doc:"What it was this time, in English."`
	Faults     []Fault `json:"errors,omitempty" doc:"What does not fit the description, part by part."`
	RetryAfter int     `json:"retryAfter,omitempty" doc:"Seconds after which to try again."`

	cause error
}

// Fault is one part of a request that does not fit its description.
type Fault struct {
	Location string `json:"location,omitempty" doc:"Where it is, such as body.name."`
	Message  string `json:"message" doc:"What is wrong with it, in English."`
}

// problem makes a Problem of a registered kind.
func problem(code Code, detail string) *Problem {
	for _, k := range kinds {
		if k.Code == code {
			return &Problem{Type: ProblemType + string(code), Title: k.Title, Status: k.Status, Code: code, Detail: detail}
		}
	}
	panic("server: unregistered problem " + code)
}

// because keeps the error behind a problem for the log; it is never sent.
func (p *Problem) because(err error) *Problem {
	p.cause = err
	return p
}

// Error implements error.
func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

// Unwrap returns the error behind the problem.
func (p *Problem) Unwrap() error { return p.cause }

// GetStatus implements huma.StatusError.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders implements huma.HeadersError.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	return h
}

// ContentType implements huma.ContentTypeFilter.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// byStatus are the problems that huma finds by itself.
var byStatus = map[int]Code{
	http.StatusBadRequest:            Malformed,
	http.StatusNotFound:              NotFound,
	http.StatusMethodNotAllowed:      MethodNotAllowed,
	http.StatusNotAcceptable:         NotAcceptable,
	http.StatusRequestTimeout:        Timeout,
	http.StatusRequestEntityTooLarge: TooLarge,
	http.StatusUnsupportedMediaType:  UnsupportedContent,
	http.StatusUnprocessableEntity:   Invalid,
}

func init() {
	// huma has one constructor of errors for a whole program.
	huma.NewError = newProblem
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		p := newProblem(status, message, errs...)
		if p, ok := p.(*Problem); ok && ctx != nil {
			note(ctx.Context(), p.cause)
		}
		return p
	}
}

func newProblem(status int, message string, errs ...error) huma.StatusError {
	code, ok := byStatus[status]
	if !ok {
		p := problem(Internal, "")
		if len(errs) > 0 {
			p.cause = errs[0]
		}
		return p
	}
	p := problem(code, message)
	for _, err := range errs {
		// Without the value that huma would echo: it may be a secret.
		if d, ok := err.(huma.ErrorDetailer); ok {
			p.Faults = append(p.Faults, Fault{Location: d.ErrorDetail().Location, Message: d.ErrorDetail().Message})
		} else if err != nil {
			p.Faults = append(p.Faults, Fault{Message: err.Error()})
		}
	}
	return p
}

// writeProblem answers a request that no operation will see.
func (s *Server) writeProblem(w http.ResponseWriter, r *http.Request, p *Problem) {
	note(r.Context(), p.cause)
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = huma.DefaultJSONFormat.Marshal(w, p)
}
