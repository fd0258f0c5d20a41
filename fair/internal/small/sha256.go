// Package small is SHA-256 in few bytes, for the WebAssembly build: the standard
// library's brings so much along that it would be a fifth of the download. It is
// used for nothing but checking and repeating shuffles.
package small

import "math/bits"

// Size is the length of a hash, BlockSize that of the blocks it works on.
const (
	Size      = 32
	BlockSize = 64
)

// The first 32 bits of the fractional parts of the square and cube roots of the
// first primes (FIPS 180-4, 5.3.3 and 4.2.2).
var (
	initial = [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	}
	constants = [64]uint32{
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
		0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
		0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	}
)

// Sum returns the SHA-256 of data.
func Sum(data []byte) (sum [Size]byte) {
	h := initial
	bitLen := uint64(len(data)) * 8
	padded := append(append([]byte(nil), data...), 0x80)
	for len(padded)%BlockSize != BlockSize-8 {
		padded = append(padded, 0)
	}
	for shift := 56; shift >= 0; shift -= 8 {
		padded = append(padded, byte(bitLen>>shift))
	}
	for ; len(padded) > 0; padded = padded[BlockSize:] {
		block(&h, padded)
	}
	for i, x := range h {
		sum[4*i], sum[4*i+1], sum[4*i+2], sum[4*i+3] = byte(x>>24), byte(x>>16), byte(x>>8), byte(x)
	}
	return sum
}

// block is the computation of FIPS 180-4, 6.2.2.
func block(h *[8]uint32, p []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = uint32(p[4*i])<<24 | uint32(p[4*i+1])<<16 | uint32(p[4*i+2])<<8 | uint32(p[4*i+3])
	}
	for i := 16; i < len(w); i++ {
		x, y := w[i-15], w[i-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	v := *h
	for i := range w {
		a, e := v[0], v[4]
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := v[7] + s1 + (e&v[5] ^ ^e&v[6]) + constants[i] + w[i]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&v[1] ^ a&v[2] ^ v[1]&v[2])
		v = [8]uint32{t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]}
	}
	for i := range h {
		h[i] += v[i]
	}
}

// MAC returns the HMAC of a message (RFC 2104) with this hash.
func MAC(key, message []byte) [Size]byte {
	if len(key) > BlockSize {
		sum := Sum(key)
		key = sum[:]
	}
	var inner, outer [BlockSize]byte
	copy(inner[:], key)
	copy(outer[:], key)
	for i := range inner {
		inner[i] ^= 0x36
		outer[i] ^= 0x5c
	}
	sum := Sum(append(inner[:], message...))
	return Sum(append(outer[:], sum[:]...))
}
