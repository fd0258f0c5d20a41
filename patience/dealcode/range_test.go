package dealcode

import (
	"errors"
	"testing"
)

func TestRanges(t *testing.T) {
	for source, want := range map[string]struct {
		n           uint64
		first, last string
	}{
		"pysol:1-200":           {200, "pysol:1", "pysol:200"},
		"PySol 31999 .. 32001":  {3, "pysol:31999", "pysol:32001"},
		"pysol:5..pysol:7":      {3, "pysol:5", "pysol:7"},
		"pysol:ms32001-ms32003": {3, "pysol:ms32001", "pysol:ms32003"},
		"pysol:18446744073709551615-18446744073709551617": {3, "pysol:18446744073709551615", "pysol:18446744073709551617"},
		"pysol:24":                     {1, "pysol:24", "pysol:24"},
		"GO1-E-AAAAAAA..AAAAAZZ":       {26 * 26, "GO1-E-AAAAAAA", "GO1-E-AAAAAZZ"},
		"GO1-C-AAAAAAA..GO1-C-AAAAAAB": {2, "GO1-C-AAAAAAA", "GO1-C-AAAAAAB"},
		"GO1-E-AAAAAAA..ZZZZZZZ":       {Deals, "GO1-E-AAAAAAA", "GO1-E-ZZZZZZZ"},
		"go2saaaaaab6..aaaaaac":        {2, "GO2-S-AAAAAAB-6", "GO2-S-AAAAAAC-8"},
		"GO2-E-24-C":                   {1, "GO2-E-24-C", "GO2-E-24-C"},
	} {
		r, err := ParseRange(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if r.Len() != want.n || r.At(0).Code() != want.first || r.At(want.n-1).Code() != want.last {
			t.Errorf("%s is %d deals from %s to %s", source, r.Len(), r.At(0).Code(), r.At(want.n-1).Code())
		}
		if again, err := ParseRange(r.String()); err != nil || again.String() != r.String() || again.Len() != r.Len() {
			t.Errorf("%s is written %s, which reads as %v, %v", source, r, again, err)
		}
		if r.At(want.n).Code() != "" {
			t.Errorf("%s goes on after its end", source)
		}
		i := uint64(0)
		for d := range r.All() {
			if i == 1000 {
				break
			}
			if d.Code() != r.At(i).Code() {
				t.Fatalf("%s: deal %d of the iterator is %s", source, i, d.Code())
			}
			i++
		}
		if i != min(1000, want.n) {
			t.Errorf("%s: the iterator has %d deals", source, i)
		}
	}
}

func TestWrongRanges(t *testing.T) {
	for source, want := range map[string]Fault{
		"pysol:200-1":                  WrongRange,
		"pysol:1-ms40000":              WrongRange,
		"pysol:ms40000-50000":          WrongRange,
		"pysol:1-GO1-E-AAAAAAB":        WrongNumber,
		"pysol:1-":                     WrongNumber,
		"pysol:-1":                     WrongNumber,
		"pysol:0-5":                    ZeroNumber,
		"pysol:1-18446744073709551616": WrongRange,
		"GO1-E-AAAAAAB..AAAAAAA":       WrongRange,
		"GO1-E-AAAAAAA..GO1-C-AAAAAAB": WrongRange,
		"GO1-E-AAAAAAA..pysol:3":       WrongRange,
		"GO1-E-AAAAAAA..AAAAAA":        UnknownSource,
		"GO1-E-AAAAAAA..":              Empty,
		"..GO1-E-AAAAAAA":              Empty,
		"GO2-E-24-C..GO2-S-AAAAAAB-6":  WrongRange,
	} {
		if _, err := ParseRange(source); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", source, err, want)
		}
	}
}

func FuzzParseRange(f *testing.F) {
	for _, s := range []string{"pysol:1-200", "GO1-E-AAAAAAA..AAAAAZZ", "pysol:ms5..ms40000", "pysol:1-18446744073709551616"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRange(s)
		if err != nil {
			return
		}
		if r.Len() == 0 {
			t.Fatalf("%q is an empty range", s)
		}
		first, last := r.At(0), r.At(r.Len()-1)
		if n, ok := last.minus(first); first.Code() == "" || r.Len() > 1 && (!ok || n != r.Len()-1) {
			t.Errorf("%q is %d deals from %s to %s", s, r.Len(), first.Code(), last.Code())
		}
	})
}
