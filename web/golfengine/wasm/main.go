//go:build js && wasm

// Command wasm is the engine of Golf with a grid for the browser. It sets the
// global function birdieEngine, which takes a request and returns the reply.
package main

import (
	"syscall/js"

	"birdie/web/golfengine"
)

func main() {
	var e golfengine.Engine
	js.Global().Set("birdieEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return e.Answer(args[0].String())
	}))
	select {}
}
