package server

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Config is what an operator decides. Its zero value serves one machine.
type Config struct {
	// PublicURL is the address people reach the server at, such as
	// https://birdie.example. Passkeys are bound to its host. Empty means the
	// address the server listens on.
	PublicURL string
	// BasePath is the path the server is found under, such as /birdie. Empty
	// means the root; PublicURL's own path is used when only that is set.
	BasePath string
	// TrustedProxies are the addresses whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// MetricsFrom are the addresses that may read /metrics; none means the
	// machine itself.
	MetricsFrom []netip.Prefix
	// Imprint and Privacy are addresses of the operator's pages, or empty.
	Imprint, Privacy string
	// NoLimits turns the rate limits off, for load tests.
	NoLimits bool
	// KeepTables is how long closed tables are kept; 0 is for ever.
	KeepTables time.Duration
	// Grace is how long a stopping server waits for requests to end; 0 means 10
	// seconds.
	Grace time.Duration
}

// ConfigError says which setting cannot be what it is. Setting is its name as in
// docs/operations.md.
type ConfigError struct{ Setting, Value string }

func (e *ConfigError) Error() string {
	return "server: " + e.Setting + " cannot be " + strconv.Quote(e.Value)
}

// normal returns the configuration with its defaults filled in and checked.
func (c Config) normal() (Config, error) {
	if c.PublicURL != "" {
		u, err := url.Parse(c.PublicURL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return c, &ConfigError{"public-url", c.PublicURL}
		}
		if c.BasePath == "" {
			c.BasePath = u.Path
		}
		c.PublicURL = u.Scheme + "://" + u.Host
	}
	c.BasePath = strings.TrimRight(c.BasePath, "/")
	if c.BasePath != "" && (c.BasePath[0] != '/' || strings.ContainsAny(c.BasePath, "?#{} \"<>\\;,") || strings.Contains(c.BasePath, "//")) {
		return c, &ConfigError{"base-path", c.BasePath}
	}
	for _, link := range []struct{ name, address string }{{"imprint-url", c.Imprint}, {"privacy-url", c.Privacy}} {
		u, err := url.Parse(link.address)
		if err != nil || link.address != "" && u.Scheme != "https" && u.Scheme != "http" {
			return c, &ConfigError{link.name, link.address}
		}
	}
	if len(c.MetricsFrom) == 0 {
		c.MetricsFrom = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	if c.Grace == 0 {
		c.Grace = 10 * time.Second
	}
	return c, nil
}

// ParsePrefixes reads addresses and networks such as 10.0.0.0/8 or ::1.
func ParsePrefixes(texts []string) ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, t := range texts {
		if p, err := netip.ParsePrefix(t); err == nil {
			all = append(all, p.Masked())
		} else if a, err := netip.ParseAddr(t); err == nil {
			all = append(all, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
		} else {
			return nil, fmt.Errorf("%q is no address or network", t)
		}
	}
	return all, nil
}

// Address is what a person types to reach the server when it listens on a: the
// public address, or else localhost rather than a loopback address, since
// browsers allow passkeys only there.
func (s *Server) Address(a net.Addr) string {
	if s.config.PublicURL != "" {
		return s.config.PublicURL + s.config.BasePath + "/"
	}
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip, err := netip.ParseAddr(host); err == nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + s.config.BasePath + "/"
}
