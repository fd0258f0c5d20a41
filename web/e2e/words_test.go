package e2e

import (
	"net/http/httptest"
	"regexp"
	"testing"

	"birdie/internal/locale"
	"birdie/server"
	"birdie/server/store/storetest"
)

// The page has words for every problem that the server lists, in each language:
// nobody is shown the name of one.
func TestEveryProblemHasWords(t *testing.T) {
	srv, err := server.New(server.Options{Store: storetest.Open(t, storetest.SQLite(t)), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, httptest.NewRequest("GET", "/api/", nil))
	codes := regexp.MustCompile(`<th scope="row"><code>([a-z-]+)</code></th><td>[45]\d\d</td>`).FindAllStringSubmatch(w.Body.String(), -1)
	if len(codes) < 40 {
		t.Fatalf("the server lists %d problems", len(codes))
	}
	for _, l := range locale.Langs() {
		texts := locale.Texts(l)
	next:
		for _, m := range codes {
			for _, area := range []string{"golfpage.problem.", "table.refusal.", "golf.refusal."} {
				if texts[area+m[1]].Other != "" {
					continue next
				}
			}
			t.Errorf("%s: no words for the problem %s", l, m[1])
		}
	}
}
