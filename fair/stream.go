package fair

import "math/bits"

// Stream is a ChaCha20 key stream (RFC 8439) read as 64-bit numbers: nonce zero,
// block counter from zero, each block's sixteen 32-bit words taken in pairs, the
// lower half first. That is the byte stream read as little-endian 64-bit numbers.
// It is a card.Source. A stream repeats after 2^32 blocks; no match comes near.
type Stream struct {
	state [16]uint32
	block [16]uint32
	used  int // words of block already handed out
}

// NewStream returns the stream of a key.
func NewStream(key [32]byte) *Stream {
	s := &Stream{used: 16}
	// "expand 32-byte k"
	s.state[0], s.state[1], s.state[2], s.state[3] = 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574
	for i := range 8 {
		k := key[4*i:]
		s.state[4+i] = uint32(k[0]) | uint32(k[1])<<8 | uint32(k[2])<<16 | uint32(k[3])<<24
	}
	return s
}

// Uint64 returns the next 64 random bits.
func (s *Stream) Uint64() uint64 {
	if s.used == len(s.block) {
		s.block = blockOf(&s.state)
		s.state[12]++
		s.used = 0
	}
	lo, hi := s.block[s.used], s.block[s.used+1]
	s.used += 2
	return uint64(hi)<<32 | uint64(lo)
}

// blockOf is the ChaCha20 block function of RFC 8439, section 2.3. It is written
// out here because it is short and the usual packages bring reflection into the
// WebAssembly build.
func blockOf(state *[16]uint32) [16]uint32 {
	x := *state
	for range 10 {
		quarter(&x, 0, 4, 8, 12)
		quarter(&x, 1, 5, 9, 13)
		quarter(&x, 2, 6, 10, 14)
		quarter(&x, 3, 7, 11, 15)
		quarter(&x, 0, 5, 10, 15)
		quarter(&x, 1, 6, 11, 12)
		quarter(&x, 2, 7, 8, 13)
		quarter(&x, 3, 4, 9, 14)
	}
	for i := range x {
		x[i] += state[i]
	}
	return x
}

func quarter(x *[16]uint32, a, b, c, d int) {
	x[a] += x[b]
	x[d] = bits.RotateLeft32(x[d]^x[a], 16)
	x[c] += x[d]
	x[b] = bits.RotateLeft32(x[b]^x[c], 12)
	x[a] += x[b]
	x[d] = bits.RotateLeft32(x[d]^x[a], 8)
	x[c] += x[d]
	x[b] = bits.RotateLeft32(x[b]^x[c], 7)
}
