//go:build js && wasm

// Command wasm is the engine for the browser. It sets the global function
// birdieEngine, which takes a request and returns the reply.
package main

import (
	"syscall/js"

	"birdie/web/engine"
)

func main() {
	var e engine.Engine
	js.Global().Set("birdieEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return e.Answer(args[0].String())
	}))
	select {}
}
