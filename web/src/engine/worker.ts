// Runs the engine. Two of these exist: one plays, one thinks and may be ended at
// any moment. The first message is the compiled module, every other a request.
import 'birdie:go'

declare class Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}
declare function birdieEngine(request: string): string

const waiting: { id: number; request: string }[] = []
let ready = false

const reply = ({ id, request }: { id: number; request: string }) => postMessage({ id, text: birdieEngine(request) })

onmessage = async (event: MessageEvent) => {
  const data = event.data
  if (!(data instanceof WebAssembly.Module)) {
    if (ready) reply(data)
    else waiting.push(data)
    return
  }
  const go = new Go()
  const instance = await WebAssembly.instantiate(data, go.importObject)
  void go.run(instance)
  ready = true
  for (const request of waiting.splice(0)) reply(request)
}
