//go:build !js

package fair

import (
	"crypto/hmac"
	"crypto/sha256"
)

func sum(message []byte) [32]byte { return sha256.Sum256(message) }

func mac(key, message []byte) (sum [32]byte) {
	h := hmac.New(sha256.New, key)
	h.Write(message)
	h.Sum(sum[:0])
	return sum
}
