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
  new Uint8Array(e.mem.buffer, e.room(bytes.length), bytes.length).set(bytes)
  const length = e.answer(bytes.length)
  postMessage({ id, text: new TextDecoder().decode(new Uint8Array(e.mem.buffer, e.reply(), length)) })
}

onmessage = async (event: MessageEvent) => {
  const data = event.data
  if (!(data instanceof WebAssembly.Module)) {
    if (engine) reply(data, engine)
    else waiting.push(data)
    return
  }
  const go = new Go()
  const instance = await WebAssembly.instantiate(data, go.importObject)
  void go.run(instance)
  engine = instance.exports as unknown as Exports
  for (const request of waiting.splice(0)) reply(request, engine)
}
