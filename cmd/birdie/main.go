// Command birdie is Golf patience and Golf with a grid: it deals, plays, solves,
// advises, simulates and serves both games. Every subcommand has a file of its
// own, which only ties packages together.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal lets a command end in order, the second one kills it.
	context.AfterFunc(ctx, stop)
	code := run(ctx, osEnv(), os.Args[1:])
	stop()
	os.Exit(int(code))
}
