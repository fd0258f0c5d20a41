// Following a table. All tabs of a browser that show the same table share one
// stream: one tab has it and passes on what it is told. A tab that comes asks who
// has it; when nobody answers it opens the stream itself. That also works on plain
// http, where there are no locks.
import { newId } from '../../state/storage'
import type { Note, TableView } from '../protocol'
import { tableOf, url } from './api'

/** How the connection is: lost means that it is being tried again. */
export type Link = 'opening' | 'live' | 'lost' | 'elsewhere' | 'ended'

type Message =
  | { kind: 'who'; from: string }
  | { kind: 'here'; view: TableView | null; link: Link }
  | { kind: 'note'; note: Note }
  | { kind: 'link'; link: Link; code: string }
  | { kind: 'bye' }

export interface Listener {
  note(note: Note): void
  view(view: TableView): void
  link(link: Link, code: string): void
}

export class Wire {
  private readonly tab = newId()
  private readonly channel: BroadcastChannel
  private source: EventSource | undefined
  private seq = 0
  private view: TableView | null = null
  private now: Link = 'opening'
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined
  private leads = false
  private closed = false

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.channel = new BroadcastChannel('birdie-table-' + new URL(document.baseURI).pathname + table)
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data)
    document.addEventListener('visibilitychange', this.awake)
    addEventListener('online', this.awake)
    addEventListener('pagehide', this.leave)
    addEventListener('pageshow', this.awake)
    this.find(() => this.lead())
  }

  close(): void {
    this.leave()
    this.closed = true
    this.channel.close()
    document.removeEventListener('visibilitychange', this.awake)
    removeEventListener('online', this.awake)
    removeEventListener('pagehide', this.leave)
    removeEventListener('pageshow', this.awake)
  }

  /** Opens the stream anew: as somebody else, or here instead of elsewhere. */
  restart(): void {
    this.seq = 0
    this.lead()
  }

  private readonly leave = () => {
    clearTimeout(this.timer)
    clearTimeout(this.waiting)
    if (this.leads) this.post({ kind: 'bye' })
    this.drop()
  }

  private drop(): void {
    this.source?.close()
    this.source = undefined
    this.leads = false
  }

  private post(message: Message): void {
    if (!this.closed) this.channel.postMessage(message)
  }

  /** Asks who has the stream; calls back when nobody does. */
  private find(nobody: () => void): void {
    clearTimeout(this.waiting)
    this.post({ kind: 'who', from: this.tab })
    // Tabs that ask at the same time do not all answer themselves at once.
    this.waiting = setTimeout(nobody, 120 + Math.random() * 180)
  }

  private readonly awake = () => {
    if (this.closed || this.now === 'ended' || this.now === 'elsewhere' || document.visibilityState === 'hidden') return
    if (this.leads) {
      if (this.now !== 'live') this.retry(0)
    } else {
      this.find(() => this.lead())
    }
  }

  private hear(m: Message): void {
    switch (m.kind) {
      case 'who':
        if (this.leads) this.post({ kind: 'here', view: this.view, link: this.now })
        break
      case 'here':
        clearTimeout(this.waiting)
        // Two tabs with a stream: the server keeps the newer one.
        if (this.leads) return
        if (m.view && m.view.seq >= this.seq) this.take(m.view)
        this.say(m.link === 'opening' ? 'live' : m.link, '')
        break
      case 'note':
        if (!this.leads) {
          clearTimeout(this.waiting)
          if (this.now !== 'live') this.say('live', '')
          this.pass(m.note)
        }
        break
      case 'link':
        if (!this.leads) this.say(m.link, m.code)
        break
      case 'bye':
        if (!this.leads && this.now !== 'ended') this.find(() => this.lead())
        break
    }
  }

  private say(link: Link, code: string): void {
    if (this.now === link && !code) return
    this.now = link
    if (this.leads) this.post({ kind: 'link', link, code })
    this.listener.link(link, code)
  }

  private take(view: TableView): void {
    this.view = view
    this.seq = view.seq
    this.listener.view(view)
  }

  private lead(): void {
    if (this.closed) return
    clearTimeout(this.timer)
    this.drop()
    this.leads = true
    const after = this.seq > 0 ? `?after=${this.seq}` : ''
    const source = new EventSource(url(`tables/${this.table}/events${after}`))
    this.source = source
    source.onopen = () => {
      this.failures = 0
      this.say('live', '')
    }
    source.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.source !== source) return
      const note = JSON.parse(data) as Note
      this.post({ kind: 'note', note })
      this.pass(note)
    }
    source.addEventListener('end', (event) => this.end((JSON.parse((event as MessageEvent<string>).data) as { code: string }).code))
    source.onerror = () => {
      if (this.source === source) this.retry()
    }
  }

  private pass(note: Note): void {
    if (note.kind === 'now') {
      if (note.view) this.take(note.view)
      return
    }
    if (note.seq <= this.seq) return
    if (note.seq !== this.seq + 1) {
      // Something was missed: begin anew with how things are.
      this.seq = 0
      if (this.leads) this.lead()
      else this.post({ kind: 'who', from: this.tab })
      return
    }
    this.seq = note.seq
    // The scorecard is left out where it has not changed.
    if (note.view) this.view = this.view?.scorecard && !note.view.scorecard && note.view.golf ? { ...note.view, scorecard: this.view.scorecard } : note.view
    this.listener.note(note.view && this.view ? { ...note, view: this.view } : note)
  }

  private end(code: string): void {
    this.drop()
    if (code === 'restarting') {
      this.leads = true
      this.say('lost', code)
      return this.retry()
    }
    if (code !== 'replaced') return this.finish(code)
    // Another tab of this browser may have taken over, or another device.
    clearTimeout(this.waiting)
    this.post({ kind: 'who', from: this.tab })
    this.waiting = setTimeout(() => this.say('elsewhere', code), 1200)
  }

  private finish(code: string): void {
    this.leads = true // to tell the others
    this.say('ended', code)
    this.leads = false
  }

  private retry(wait = Math.min(15_000, 500 * 2 ** this.failures) * (0.7 + 0.6 * Math.random())): void {
    this.source?.close()
    this.source = undefined
    this.leads = true
    this.failures++
    clearTimeout(this.timer)
    if (this.failures > 1) this.say('lost', '')
    this.timer = setTimeout(() => void this.again(), wait)
  }

  /** A stream does not say why it cannot be opened: asking for the table does. */
  private async again(): Promise<void> {
    if (this.failures > 1) {
      const { code } = await tableOf(this.table)
      if (this.closed || !this.leads) return
      if (code === 'ahead') this.seq = 0
      if (['not-found', 'closed', 'banned', 'no-spectators'].includes(code)) return this.finish(code)
    }
    if (!this.closed && this.leads) this.lead()
  }
}
