// The page's side of the engine workers. Requests are answered in order, and those
// made before the engine has arrived wait for it, so no tap is lost.
import { parseReply, type Reply } from './protocol'

const modules = new Map<string, Promise<WebAssembly.Module>>()

function compiled(file: string): Promise<WebAssembly.Module> {
  let module = modules.get(file)
  if (!module) {
    module = WebAssembly.compileStreaming(fetch(new URL(file, document.baseURI))).catch((reason: unknown) => {
      modules.delete(file) // a later request tries again
      throw reason
    })
    modules.set(file, module)
  }
  return module
}

/** A worker that runs one of the WebAssembly engines, and what was asked of it. */
export class Engine {
  private worker: Worker | undefined
  private next = 0
  private open = new Map<number, { resolve: (text: string) => void; reject: (e: Error) => void }>()

  constructor(private readonly file: string) {}

  /** Called when the worker died; what it knew is lost. */
  onlost: () => void = () => {}

  private start(): Worker {
    const worker = new Worker(new URL(WORKER, document.baseURI))
    worker.onmessage = ({ data }: MessageEvent<{ id: number; text: string }>) => {
      const waiting = this.open.get(data.id)
      this.open.delete(data.id)
      waiting?.resolve(data.text)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      this.stop()
      this.onlost()
    }
    compiled(this.file).then(
      (m) => worker.postMessage(m),
      () => this.stop(),
    )
    this.worker = worker
    return worker
  }

  async ask(request: string): Promise<Reply> {
    return parseReply(await this.text(request))
  }

  /** The reply as it is. */
  text(request: string): Promise<string> {
    const worker = this.worker ?? this.start()
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject })
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

export const player = new Engine(ENGINE)
export const thinker = new Engine(ENGINE)
