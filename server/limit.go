package server

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limit is how often one client may do something.
type limit struct {
	name  string
	rate  rate.Limit // a second, in the long run
	burst int        // at once
}

// The limits. A household shares an address, so what is counted by address
// leaves room for several people.
var (
	limitAddress = limit{"address", 100, 400}  // everything from one address
	limitRead    = limit{"read", 20, 100}      // reading
	limitCommand = limit{"command", 10, 60}    // playing
	limitCreate  = limit{"create", 0.5, 30}    // new identities, tables, tournaments; looking for a table by its short code
	limitProve   = limit{"prove", 0.5, 20}     // passkeys, codes for another device
	limitHeavy   = limit{"heavy", 1. / 15, 10} // export and import, records of matches
)

// limiter keeps a token bucket for every client and limit.
type limiter struct {
	mu      sync.Mutex
	buckets map[bucketKey]*rate.Limiter
	swept   time.Time
}

type bucketKey struct{ limit, client string }

// take uses one token. When there is none it returns how many seconds to wait.
func (l *limiter) take(now time.Time, what limit, client string) (wait int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.swept) > time.Minute {
		l.sweep(now)
	}
	key := bucketKey{what.name, client}
	b := l.buckets[key]
	if b == nil {
		b = rate.NewLimiter(what.rate, what.burst)
		l.buckets[key] = b
	}
	if b.AllowN(now, 1) {
		return 0
	}
	return int(math.Ceil((1 - b.TokensAt(now)) / float64(what.rate)))
}

// sweep forgets the buckets that are full again. Call it with the lock held.
func (l *limiter) sweep(now time.Time) {
	l.swept = now
	if l.buckets == nil {
		l.buckets = map[bucketKey]*rate.Limiter{}
	}
	for key, b := range l.buckets {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.buckets, key)
		}
	}
}

// network is what an address counts as: IPv6 hands whole /64s to a household.
func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
