//go:build js && wasm

// Package wasmcall lets the page call an engine that is compiled to WebAssembly.
// The page writes a request into the memory that room gives it, calls answer, and
// reads so many bytes from reply. That is all that is needed of package
// syscall/js, which would be a twentieth of the download.
package wasmcall

import "unsafe"

var (
	engine  func(request string) string
	in, out []byte
)

// Serve answers requests with answer and never returns.
func Serve(answer func(request string) string) {
	engine = answer
	select {}
}

// room returns where to write a request of n bytes.
//
//go:wasmexport room
func room(n int32) unsafe.Pointer {
	in = make([]byte, n+1)
	return unsafe.Pointer(&in[0])
}

// answer answers the request of n bytes and returns the length of the reply.
//
//go:wasmexport answer
func answer(n int32) int32 {
	out = []byte(engine(string(in[:n])))
	return int32(len(out))
}

// reply returns where the last reply begins.
//
//go:wasmexport reply
func reply() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(out)) }
