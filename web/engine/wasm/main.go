//go:build js && wasm

// Command wasm is the engine of Golf patience for the browser.
package main

import (
	"birdie/web/engine"
	"birdie/web/wasmcall"
)

func main() {
	var e engine.Engine
	wasmcall.Serve(e.Answer)
}
