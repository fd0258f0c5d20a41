package small

import (
	"crypto/hmac"
	"crypto/sha256"
	"testing"

	"pgregory.net/rapid"
)

// It is the standard library's SHA-256 and HMAC.
func TestIsSHA256(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "key")
		message := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "message")
		if got, want := Sum(message), sha256.Sum256(message); got != want {
			t.Errorf("sum %x, want %x", got, want)
		}
		h := hmac.New(sha256.New, key)
		h.Write(message)
		if got, want := MAC(key, message), h.Sum(nil); string(got[:]) != string(want) {
			t.Errorf("mac %x, want %x", got, want)
		}
	})
}
