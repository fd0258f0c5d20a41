package server

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed reference.html
var referencePage string

//go:embed reference.css
var referenceStyle []byte

// registerReference serves the description of the API, for programs and for
// people. Call it after all operations have been added.
func (s *Server) registerReference() error {
	description, err := s.OpenAPI()
	if err != nil {
		return err
	}
	page, err := s.renderReference()
	if err != nil {
		return err
	}
	static := func(pattern, contentType, policy string, content []byte) {
		s.mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
			h := w.Header()
			h.Set("Content-Type", contentType)
			h.Set("Content-Security-Policy", policy)
			h.Set("Cache-Control", "no-cache")
			_, _ = w.Write(content)
		})
	}
	static("GET /api/openapi.json", "application/vnd.oai.openapi+json;version=3.1", dataPolicy, description)
	static("GET /api/reference.css", "text/css; charset=utf-8", dataPolicy, referenceStyle)
	static("GET /api/{$}", "text/html; charset=utf-8", pagePolicy, page)
	s.mux.Handle("GET /api", http.RedirectHandler(s.config.BasePath+"/api/", http.StatusTemporaryRedirect))
	return nil
}

type referenceGroup struct {
	Name       string
	Operations []referenceOperation
}

type referenceOperation struct {
	ID, Method, Path, Summary, Description, Access string
	Parameters                                     []referenceField
	Body                                           []referenceField
	Answers                                        []referenceAnswer
}

type referenceAnswer struct {
	Status, Description string
	Fields              []referenceField
}

// referenceField is one line of a schema, indented by Depth.
type referenceField struct {
	Depth             int
	Name, Type, About string
	Required          bool
}

func (s *Server) renderReference() ([]byte, error) {
	api := s.api.OpenAPI()
	var groups []referenceGroup
	for _, path := range sortedKeys(api.Paths) {
		item := api.Paths[path]
		for _, m := range []struct {
			method string
			op     *huma.Operation
		}{{"GET", item.Get}, {"POST", item.Post}, {"PUT", item.Put}, {"PATCH", item.Patch}, {"DELETE", item.Delete}} {
			if m.op == nil {
				continue
			}
			tag := "Other"
			if len(m.op.Tags) > 0 {
				tag = m.op.Tags[0]
			}
			i := slices.IndexFunc(groups, func(g referenceGroup) bool { return g.Name == tag })
			if i < 0 {
				i = len(groups)
				groups = append(groups, referenceGroup{Name: tag})
			}
			groups[i].Operations = append(groups[i].Operations, s.referenceOf(m.method, path, m.op))
		}
	}
	page, err := template.New("reference").Parse(referencePage)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{
		"API": api, "Groups": groups, "Kinds": kinds, "Base": s.config.BasePath,
		"Imprint": s.config.Imprint, "Privacy": s.config.Privacy,
	})
	return out.Bytes(), err
}

func (s *Server) referenceOf(method, path string, op *huma.Operation) referenceOperation {
	r := referenceOperation{ID: op.OperationID, Method: method, Path: path, Summary: op.Summary, Description: op.Description}
	for i, demand := range op.Security {
		switch {
		case len(demand) == 0:
			r.Access = "An identity is used when there is one."
		case i == 0:
			r.Access = "Needs an identity."
		}
	}
	for _, p := range op.Parameters {
		if p.In == "cookie" {
			continue
		}
		r.Parameters = append(r.Parameters, referenceField{
			Name: p.Name, Type: p.In + ", " + s.typeOf(p.Schema), About: p.Description, Required: p.Required,
		})
	}
	if op.RequestBody != nil {
		for _, content := range op.RequestBody.Content {
			r.Body = s.fieldsOf(content.Schema, 0, nil)
		}
	}
	for _, status := range sortedKeys(op.Responses) {
		if status == "default" || status >= "4" {
			continue // a problem, which looks the same everywhere
		}
		answer := referenceAnswer{Status: status, Description: op.Responses[status].Description}
		for _, content := range op.Responses[status].Content {
			answer.Fields = s.fieldsOf(content.Schema, 0, nil)
		}
		r.Answers = append(r.Answers, answer)
	}
	return r
}

// resolve follows a reference and says what it is called.
func (s *Server) resolve(schema *huma.Schema) (*huma.Schema, string) {
	if schema == nil || schema.Ref == "" {
		return schema, ""
	}
	return s.api.OpenAPI().Components.Schemas.SchemaFromRef(schema.Ref), schema.Ref[strings.LastIndex(schema.Ref, "/")+1:]
}

func (s *Server) typeOf(schema *huma.Schema) string {
	schema, name := s.resolve(schema)
	if schema == nil {
		return "anything"
	}
	text := schema.Type
	switch {
	case schema.Type == "array":
		return "list of " + s.typeOf(schema.Items)
	case name != "" && schema.Type == "object":
		return name
	case schema.Format != "" && schema.Type == "string":
		text += " (" + schema.Format + ")"
	case text == "":
		text = "anything"
	}
	if len(schema.Enum) > 0 {
		var values []string
		for _, v := range schema.Enum {
			values = append(values, fmt.Sprint(v))
		}
		text += ": " + strings.Join(values, " | ")
	}
	return text
}

// fieldsOf lays a schema out as lines. within are the schemas around it, so that
// one that holds itself ends.
func (s *Server) fieldsOf(schema *huma.Schema, depth int, within []*huma.Schema) (fields []referenceField) {
	schema, _ = s.resolve(schema)
	if schema == nil || slices.Contains(within, schema) || depth > 6 {
		return nil
	}
	if schema.Type == "array" {
		if depth == 0 {
			fields = append(fields, referenceField{Type: s.typeOf(schema), About: schema.Description})
			depth++
		}
		return append(fields, s.fieldsOf(schema.Items, depth, within)...)
	}
	for _, name := range sortedKeys(schema.Properties) {
		p := schema.Properties[name]
		about := p.Description
		if target, _ := s.resolve(p); about == "" && target != nil {
			about = target.Description
		}
		fields = append(fields, referenceField{
			Depth: depth, Name: name, Type: s.typeOf(p), About: about, Required: slices.Contains(schema.Required, name),
		})
		fields = append(fields, s.fieldsOf(p, depth+1, append(slices.Clone(within), schema))...)
	}
	return fields
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
