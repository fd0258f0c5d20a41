package fair

import (
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// The example of RFC 8439, section 2.3.2.
func TestBlockFunction(t *testing.T) {
	var key [32]byte
	for i := range key {
		key[i] = byte(i)
	}
	s := NewStream(key)
	s.state[12], s.state[13], s.state[14] = 1, 0x09000000, 0x4a000000
	block := blockOf(&s.state)
	var got []byte
	for _, word := range block {
		got = binary.LittleEndian.AppendUint32(got, word)
	}
	const want = "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e" +
		"d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
	if hex.EncodeToString(got) != want {
		t.Errorf("got  %x\nwant %s", got, want)
	}
}

// The first two key stream blocks of RFC 8439, appendix A.1: zero key, zero
// nonce, counter 0 and 1.
func TestStream(t *testing.T) {
	s := NewStream([32]byte{})
	var got []byte
	for range 16 {
		got = binary.LittleEndian.AppendUint64(got, s.Uint64())
	}
	const want = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
		"da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586" +
		"9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed" +
		"29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
	if hex.EncodeToString(got) != want {
		t.Errorf("got  %x\nwant %s", got, want)
	}
}
