//go:build js && wasm

// Command wasm is the engine of Golf with a grid for the browser.
package main

import (
	"birdie/web/golfengine"
	"birdie/web/wasmcall"
)

func main() {
	var e golfengine.Engine
	wasmcall.Serve(e.Answer)
}
