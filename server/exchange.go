package server

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

// exchange is what the layers around the operations know of one request.
type exchange struct {
	host    string     // the name the sender used for us
	client  netip.Addr // the sender's address, past trusted proxies
	relayed bool       // came through a proxy, trusted or not
	head    bool       // only the headers of the answer are asked for
	pattern string     // the route that answered
	cause   error      // what made an answer fail, for the log
	caller  *Identity  // once known
}

type exchangeKey struct{}

func exchangeOf(ctx context.Context) *exchange {
	e, _ := ctx.Value(exchangeKey{}).(*exchange)
	if e == nil {
		e = &exchange{}
	}
	return e
}

// note keeps an error for the log of the request.
func note(ctx context.Context, err error) {
	if e := exchangeOf(ctx); err != nil && e.cause == nil {
		e.cause = err
	}
}

// clientOf finds who sent r: the connection's other end, or, as long as that is
// a trusted proxy, whom it says it speaks for.
func (s *Server) clientOf(r *http.Request) (client netip.Addr, relayed bool) {
	client = addressOf(r.RemoteAddr)
	var hops []string
	for _, line := range r.Header.Values("X-Forwarded-For") {
		hops = append(hops, strings.Split(line, ",")...)
	}
	relayed = len(hops) > 0 || r.Header.Get("Forwarded") != ""
	for i := len(hops) - 1; i >= 0 && contains(s.config.TrustedProxies, client); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		client = next.Unmap()
	}
	return client, relayed
}

func addressOf(remote string) netip.Addr {
	if ap, err := netip.ParseAddrPort(remote); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	return netip.Addr{}
}

func contains(all []netip.Prefix, a netip.Addr) bool {
	for _, p := range all {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
