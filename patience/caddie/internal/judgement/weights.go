package judgement

import (
	"math"

	"birdie/patience"
)

// most is what the largest input weight of a unit is written as. With more, the
// page would have to load more.
const most = 63

// networks are the trained networks, one for each king rule. They are read from
// weights: unit by unit the inputs' as bytes, then a float32 that is the largest of
// the other numbers, then those as 16-bit fractions of it, little-endian.
var networks = func() (n [3]Network) {
	rest := weights
	for k := range n {
		for unit := range Hidden {
			for i := range n[k].In {
				n[k].In[i][unit] = float32(int8(rest[i])) / most
			}
			rest = rest[Inputs:]
		}
		scale := math.Float32frombits(uint32(rest[0]) | uint32(rest[1])<<8 | uint32(rest[2])<<16 | uint32(rest[3])<<24)
		rest = rest[4:]
		for _, list := range n[k].others() {
			for i := range list {
				list[i] = float32(int16(uint16(rest[0])|uint16(rest[1])<<8)) / math.MaxInt16 * scale
				rest = rest[2:]
			}
		}
	}
	return n
}()

// others are all numbers of the network but the input weights.
func (n *Network) others() [6][]float32 {
	return [...][]float32{n.Bias[:], n.Out[0][:], n.Out[1][:], n.Outs[:], n.Better[0][:], n.Better[1][:]}
}

// Of returns the network for a king rule.
func Of(k patience.KingRule) *Network { return &networks[k%3] }

// All calls yield with each number of the network, always in the same order.
func (n *Network) All(yield func(*float32) bool) {
	for i := range n.In {
		for unit := range n.In[i] {
			if !yield(&n.In[i][unit]) {
				return
			}
		}
	}
	for _, list := range n.others() {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// level makes the largest input weight of each unit of the hidden layer 1. What the
// network says stays the same.
func (n *Network) level() {
	for i := range Hidden {
		var largest float32
		for in := range n.In {
			largest = max(largest, n.In[in][i], -n.In[in][i])
		}
		if largest == 0 {
			continue
		}
		for in := range n.In {
			n.In[in][i] /= largest
		}
		n.Bias[i] /= largest
		n.Out[0][i] *= largest
		n.Out[1][i] *= largest
	}
}

// AppendWeights appends a network in the form of weights. It may change how the
// network says the same.
func AppendWeights(buf []byte, n *Network) []byte {
	n.level()
	for unit := range Hidden {
		for i := range n.In {
			buf = append(buf, byte(int8(math.Round(float64(n.In[i][unit])*most))))
		}
	}
	var scale float32
	for _, list := range n.others() {
		for _, x := range list {
			scale = max(scale, x, -x)
		}
	}
	bits := math.Float32bits(scale)
	buf = append(buf, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
	for _, list := range n.others() {
		for _, x := range list {
			q := uint16(int16(math.Round(float64(x / scale * math.MaxInt16))))
			buf = append(buf, byte(q), byte(q>>8))
		}
	}
	return buf
}
