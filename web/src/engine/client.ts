// The page's side of the engine workers. Requests are answered in order, and those
// made before the engine has arrived wait for it, so no tap is lost.
import { parseReply, type Reply } from './protocol'

let module: Promise<WebAssembly.Module> | undefined

function compiled(): Promise<WebAssembly.Module> {
  module ??= WebAssembly.compileStreaming(fetch(new URL(ENGINE, document.baseURI))).catch((reason: unknown) => {
    module = undefined // a later request tries again
    throw reason
  })
  return module
}

export class Engine {
  private worker: Worker | undefined
  private next = 0
  private open = new Map<number, { request: string; resolve: (r: Reply) => void; reject: (e: Error) => void }>()

  /** Called when the worker died; what it knew is lost. */
  onlost: () => void = () => {}

  private start(): Worker {
    const worker = new Worker(new URL(WORKER, document.baseURI))
    worker.onmessage = ({ data }: MessageEvent<{ id: number; text: string }>) => {
      const waiting = this.open.get(data.id)
      this.open.delete(data.id)
      waiting?.resolve(parseReply(data.text))
    }
    worker.onerror = (event) => {
      event.preventDefault()
      this.stop()
      this.onlost()
    }
    compiled().then(
      (m) => worker.postMessage(m),
      () => this.stop(),
    )
    this.worker = worker
    return worker
  }

  ask(request: string): Promise<Reply> {
    const worker = this.worker ?? this.start()
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.open.set(id, { request, resolve, reject })
      worker.postMessage({ id, request })
    })
  }

  /** Ends what the engine is doing and forgets its games. */
  stop(): void {
    this.worker?.terminate()
    this.worker = undefined
    const open = [...this.open.values()]
    this.open.clear()
    for (const { reject } of open) reject(new Error('stopped'))
  }
}

export const player = new Engine()
export const thinker = new Engine()
