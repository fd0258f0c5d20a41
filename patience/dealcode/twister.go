package dealcode

// twister is the Mersenne Twister MT19937 of Matsumoto and Nishimura ("Mersenne
// Twister: A 623-dimensionally equidistributed uniform pseudorandom number
// generator", 1998), seeded with their init_by_array of 2002.
type twister struct {
	state [624]uint32
	next  int
}

func newTwister(key []uint32) *twister {
	const size = len(twister{}.state)
	t := &twister{next: size}
	s := &t.state
	s[0] = 19650218
	for i := 1; i < size; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	// Both passes walk round the state and leave word 0 to the end.
	i := 1
	advance := func() {
		if i++; i == size {
			s[0] = s[size-1]
			i = 1
		}
	}
	for k := range max(size, len(key)) {
		j := k % len(key)
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1664525) + key[j] + uint32(j)
		advance()
	}
	for range size - 1 {
		s[i] = (s[i] ^ (s[i-1]^s[i-1]>>30)*1566083941) - uint32(i)
		advance()
	}
	s[0] = 1 << 31
	return t
}

// uint32 returns the next 32 random bits.
func (t *twister) uint32() uint32 {
	const size, middle = len(t.state), 397
	if t.next == size {
		s := &t.state
		for i := range s {
			y := s[i]&0x80000000 | s[(i+1)%size]&0x7fffffff
			s[i] = s[(i+middle)%size] ^ y>>1 ^ y&1*0x9908b0df
		}
		t.next = 0
	}
	y := t.state[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// float returns the next random number in [0, 1), of 53 bits, as Python's
// random.random does.
func (t *twister) float() float64 {
	a, b := t.uint32()>>5, t.uint32()>>6
	return float64(uint64(a)<<26|uint64(b)) / (1 << 53)
}
