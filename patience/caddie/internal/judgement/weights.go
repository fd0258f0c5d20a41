package judgement

import (
	"math"

	"birdie/patience"
)

// networks are the trained networks, one for each king rule. They are read from
// weights: for each a float32 that is the largest of its numbers, then all of them
// as 16-bit fractions of it, little-endian.
var networks = func() (n [3]Network) {
	rest := weights
	for k := range n {
		scale := math.Float32frombits(uint32(rest[0]) | uint32(rest[1])<<8 | uint32(rest[2])<<16 | uint32(rest[3])<<24)
		rest = rest[4:]
		for p := range n[k].All {
			*p = float32(int16(uint16(rest[0])|uint16(rest[1])<<8)) / math.MaxInt16 * scale
			rest = rest[2:]
		}
	}
	return n
}()

// Of returns the network for a king rule.
func Of(k patience.KingRule) *Network { return &networks[k%3] }

// All calls yield with each number of the network, always in the same order.
func (n *Network) All(yield func(*float32) bool) {
	for i := range n.In {
		if !n.In[i].all(yield) {
			return
		}
	}
	if !n.Bias.all(yield) || !n.Out[0].all(yield) || !n.Out[1].all(yield) {
		return
	}
	for _, p := range []*float32{
		&n.Outs[0], &n.Outs[1],
		&n.Better[0][0], &n.Better[0][1], &n.Better[0][2], &n.Better[1][0], &n.Better[1][1], &n.Better[1][2],
	} {
		if !yield(p) {
			return
		}
	}
}

func (l *Layer) all(yield func(*float32) bool) bool {
	for i := range l {
		if !yield(&l[i]) {
			return false
		}
	}
	return true
}

// AppendWeights appends a network in the form of weights.
func AppendWeights(buf []byte, n *Network) []byte {
	var scale float32
	for p := range n.All {
		scale = max(scale, *p, -*p)
	}
	bits := math.Float32bits(scale)
	buf = append(buf, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
	for p := range n.All {
		q := uint16(int16(math.Round(float64(*p / scale * math.MaxInt16))))
		buf = append(buf, byte(q), byte(q>>8))
	}
	return buf
}
