package fair

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"birdie/card"
	"birdie/internal/testkit"
)

var update = flag.Bool("update", false, "write testdata/vectors.json")

// vector is one worked example, as testdata/vectors.json holds it.
type vector struct {
	Secret     string            `json:"secret"`
	Commitment string            `json:"commitment"`
	Match      string            `json:"match"`
	Seeds      []string          `json:"seeds"`
	Decks      int               `json:"decks"`
	Jokers     int               `json:"jokers"`
	Numbers    map[string]string `json:"numbers"` // label: its first number, hexadecimal
	Shuffles   map[string]string `json:"shuffles"`
}

func compute(t *testing.T, v vector) vector {
	t.Helper()
	var secret Secret
	if n, err := hex.Decode(secret[:], []byte(v.Secret)); n != 32 || err != nil {
		t.Fatal(n, err)
	}
	var seeds [][]byte
	for _, s := range v.Seeds {
		seed, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, seed)
	}
	m, err := New(secret, v.Match, seeds)
	if err != nil {
		t.Fatal(err)
	}
	commitment := secret.Commitment()
	v.Commitment = hex.EncodeToString(commitment[:])
	deck := card.Deck(v.Decks, v.Jokers)
	v.Shuffles = map[string]string{}
	for _, label := range []string{Cut(), Hole(1), Hole(2), Hole(18)} {
		v.Shuffles[label] = text(m.Shuffle(label, deck))
	}
	v.Shuffles[Reshuffle(1, 1)] = text(m.Shuffle(Reshuffle(1, 1), deck[:20]))
	v.Numbers = map[string]string{}
	for _, label := range []string{Bot(1, 0, 0), Bot(9, 3, 17)} {
		var b [8]byte
		n := m.Source(label).Uint64()
		for i := range b {
			b[i] = byte(n >> (56 - 8*i))
		}
		v.Numbers[label] = hex.EncodeToString(b[:])
	}
	return v
}

func text(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

// The vectors are frozen: a change to them means that old records can no longer
// be verified.
func TestVectors(t *testing.T) {
	inputs := []vector{
		{Secret: strings.Repeat("00", 32), Match: "m", Seeds: []string{"", ""}, Decks: 1, Jokers: 2},
		{
			Secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
			Match:  "ABCDEFGH/1",
			Seeds:  []string{"a0a1a2a3a4a5a6a7a8a9aaabacadaeaf", "", "ff", strings.Repeat("5c", 64)},
			Decks:  1, Jokers: 2,
		},
		{
			Secret: strings.Repeat("ff", 32), Match: strings.Repeat("z", 64),
			Seeds: []string{"00", "0000", "01", "02", "03", "04", "05", "06"}, Decks: 3, Jokers: 0,
		},
	}
	var got []vector
	for _, v := range inputs {
		got = append(got, compute(t, v))
	}
	data, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, '\n')
	if *update {
		if err := os.WriteFile("testdata/vectors.json", data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, want) {
		t.Errorf("got\n%s", data)
	}
}

// The page of the protocol says it is enough to verify in another language: this
// runs a program that was written from it.
func TestPythonAgrees(t *testing.T) {
	python := testkit.Program(t, "python3")
	out, err := exec.Command(python, "../docs/fairness.py", "testdata/vectors.json").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// The derivation is HKDF with SHA-256, as the standard library has it.
func TestDerivationIsHKDF(t *testing.T) {
	secret := Secret{1, 2, 3}
	m, err := New(secret, "id", [][]byte{{9}, nil})
	if err != nil {
		t.Fatal(err)
	}
	salt := sha256.Sum256([]byte("birdie-fair-1\x00\x02id\x02\x01\x09\x00"))
	key, err := hkdf.Key(sha256.New, secret[:], salt[:], "hole 4", 32)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Source(Hole(4)).Uint64(), NewStream([32]byte(key)).Uint64(); got != want {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestEverythingMatters(t *testing.T) {
	base := func() (Secret, string, [][]byte) {
		return Secret{7}, "id", [][]byte{{1, 2}, {3}, {}}
	}
	numbers := map[uint64]string{}
	add := func(name string, secret Secret, id string, seeds [][]byte, label string) {
		m, err := New(secret, id, seeds)
		if err != nil {
			t.Fatal(name, err)
		}
		n := m.Source(label).Uint64()
		if other, ok := numbers[n]; ok {
			t.Errorf("%s gives the same numbers as %s", name, other)
		}
		numbers[n] = name
	}
	secret, id, seeds := base()
	add("the base", secret, id, seeds, Hole(1))
	for bit := range 256 {
		changed := secret
		changed[bit/8] ^= 1 << (bit % 8)
		add("another secret", changed, id, seeds, Hole(1))
	}
	add("another match", secret, "ie", seeds, Hole(1))
	add("another seed", secret, id, [][]byte{{1, 3}, {3}, {}}, Hole(1))
	add("a byte moved to the next seat", secret, id, [][]byte{{1}, {2, 3}, {}}, Hole(1))
	add("seats swapped", secret, id, [][]byte{{3}, {1, 2}, {}}, Hole(1))
	add("a seat fewer", secret, id, [][]byte{{1, 2}, {3}}, Hole(1))
	add("a seed moved to the empty seat", secret, id, [][]byte{{1, 2}, {}, {3}}, Hole(1))
	for _, label := range []string{
		Cut(), Hole(2), Hole(11), Reshuffle(1, 1), Reshuffle(1, 2), Reshuffle(11, 1), Reshuffle(1, 11),
		Bot(1, 0, 0), Bot(1, 0, 1), Bot(1, 1, 0), Bot(2, 0, 0), Bot(1, 11, 1), Bot(1, 1, 11),
	} {
		add("label "+label, secret, id, seeds, label)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		id    string
		seeds [][]byte
		want  error
	}{
		{"", nil, ErrID},
		{strings.Repeat("x", MaxID), nil, nil},
		{strings.Repeat("x", MaxID+1), nil, ErrID},
		{"x", make([][]byte, MaxSeats), nil},
		{"x", make([][]byte, MaxSeats+1), ErrSeats},
		{"x", [][]byte{make([]byte, MaxSeed)}, nil},
		{"x", [][]byte{nil, make([]byte, MaxSeed+1)}, ErrSeed},
	} {
		if _, err := New(Secret{}, c.id, c.seeds); err != c.want {
			t.Errorf("id of %d bytes, %d seeds: %v, want %v", len(c.id), len(c.seeds), err, c.want)
		}
	}
}

// Over many matches every card is equally likely at every place, and so is
// every pair of cards at the two ends: chi-square tests with fixed secrets.
func TestShufflesAreUniform(t *testing.T) {
	const matches = 20_000
	deck := card.Deck(1, 2)
	n := len(deck)
	var places [54][55]int
	var ends [55][55]int
	for i := range matches {
		secret := Secret{byte(i), byte(i >> 8)}
		m, err := New(secret, "uniform", [][]byte{{byte(i >> 4)}, {}})
		if err != nil {
			t.Fatal(err)
		}
		shuffled := m.Shuffle(Hole(i%9+1), deck)
		if card.Count(shuffled) != card.Count(deck) {
			t.Fatal("a card was lost")
		}
		for place, c := range shuffled {
			places[place][c]++
		}
		ends[shuffled[0]][shuffled[n-1]]++
	}
	chi2 := func(counts []int, expected float64) (sum float64) {
		for _, count := range counts {
			d := float64(count) - expected
			sum += d * d / expected
		}
		return sum
	}
	var sum float64
	for place := range places {
		sum += chi2(places[place][1:], matches/float64(n))
	}
	// 53*53 degrees of freedom, standard deviation sqrt(2*2809) = 75.
	if sum < 2809-5*75 || sum > 2809+5*75 {
		t.Errorf("places: chi-square is %.0f, expected 2809 ± 375", sum)
	}
	sum = 0
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			if a != b {
				sum += chi2([]int{ends[a][b]}, matches/float64(n*(n-1)))
			}
		}
	}
	// 54*53-1 degrees of freedom, standard deviation sqrt(2*2861) = 76.
	if sum < 2861-5*76 || sum > 2861+5*76 {
		t.Errorf("ends: chi-square is %.0f, expected 2861 ± 380", sum)
	}
}

func BenchmarkShuffle(b *testing.B) {
	m, err := New(Secret{}, "bench", nil)
	if err != nil {
		b.Fatal(err)
	}
	deck := card.Deck(1, 2)
	for b.Loop() {
		m.Shuffle(Hole(1), deck)
	}
}
