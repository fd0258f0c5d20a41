// Runs the engine. Two of these exist: one plays, one thinks and may be ended at
// any moment. The first message is the compiled module, every other a request.
import 'birdie:go'

declare class Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

/** What web/wasmcall exports. */
interface Exports {
  mem: WebAssembly.Memory
  room(n: number): number
  answer(n: number): number
  reply(): number
}

const waiting: { id: number; request: string }[] = []
let engine: Exports | undefined

const reply = ({ id, request }: { id: number; request: string }, e: Exports) => {
  const bytes = new TextEncoder().encode(request)
  // Every call may let the memory grow, which leaves buffers read before it without
  // memory: so the place first, then the buffer.
  const to = e.room(bytes.length)
  new Uint8Array(e.mem.buffer, to, bytes.length).set(bytes)
  const length = e.answer(bytes.length)
  const from = e.reply()
  postMessage({ id, text: new TextDecoder().decode(new Uint8Array(e.mem.buffer, from, length)) })
}

// What is thrown in an async handler reaches nobody; thrown again outside of it, the
// page learns that the engine is lost and starts another.
const raise = (fault: unknown) => setTimeout(() => {
  throw fault
})

async function start(module: WebAssembly.Module): Promise<void> {
  const go = new Go()
  const instance = await WebAssembly.instantiate(module, go.importObject)
  void go.run(instance)
  engine = instance.exports as unknown as Exports
  for (const request of waiting.splice(0)) reply(request, engine)
}

onmessage = ({ data }: MessageEvent) => {
  if (data instanceof WebAssembly.Module) void start(data).catch(raise)
  else if (engine) reply(data, engine)
  else waiting.push(data)
}
