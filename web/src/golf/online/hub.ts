// One stream for all tabs of a browser, whatever tables they show: a browser opens
// six connections to a server at most. One tab has the stream, follows all tables
// that are wanted and passes on what it is told. The others say what they want and
// ask now and then whether it is still there: one that is closed says so, one that
// is frozen or gone does not answer, and whoever asked takes over. All of that works
// on plain http, where there are neither locks nor service workers.
import { newId } from '../../state/storage'
import type { Note, TableView } from '../protocol'
import { url } from './api'

/** How the connection is: lost means that it is being tried again. */
export type Link = 'opening' | 'live' | 'lost' | 'elsewhere' | 'ended'

/** What shows a table in this tab. */
export interface Reader {
  readonly table: string
  /** Number of the last event it knows, 0 for none. */
  readonly seq: number
  /** Whether another device has taken the table over, as far as it was told. */
  readonly elsewhere: boolean
  /** Is told a note. One from memory may be of something it knows already. */
  note(note: Note, memory: boolean): void
  link(link: Link, code: string): void
}

type Told = Note & { table: string }

type Message =
  | { kind: 'want'; tab: string; table: string; seq: number; anew: boolean; elsewhere: boolean }
  | { kind: 'lead'; tab: string; term: number; link: Link }
  | { kind: 'told'; note: Told; memory: boolean }
  | { kind: 'link'; table: string; link: Link; code: string } // of all tables, without one
  | { kind: 'bye'; tab: string; led: boolean }

/** A view, with the scorecard of an older one of the same match where it has not changed. */
export const merge = (old: TableView | null, now: TableView): TableView =>
  old?.scorecard && !now.scorecard && now.golf && old.fair.match === now.fair.match ? { ...now, scorecard: old.scorecard } : now

/** A table that is followed. */
interface Feed {
  seq: number
  view: TableView | null
  /**
   * Why it is not followed any more. Replaced may mean by another tab of this
   * browser; elsewhere is by another device, and until somebody wants it back.
   */
  end: string
}

const ping = 5000 // between two questions whether the stream's tab is still there
const silence = 40_000 // after which a stream that should give signs of life is dead
const contest = 5000 // after two tabs believed to have the stream, the one that keeps it may be cut off
const most = 16 // tables that the server tells of in one stream
const absence = 200_000 // after which a tab that says nothing is gone: hidden ones ask once a minute

class Hub {
  private readonly tab = newId()
  private channel: BroadcastChannel | undefined
  private reader: Reader | undefined
  private leader = ''
  private term = 0
  private waiting: ReturnType<typeof setTimeout> | undefined

  // Of the tab that has the stream.
  private wants = new Map<string, { table: string; at: number }>()
  private feeds = new Map<string, Feed>()
  private source: EventSource | undefined
  private link: Link = 'opening'
  private failures = 0
  private heard = 0
  private contested = 0 // when another tab last believed to have the stream
  private timer: ReturnType<typeof setTimeout> | undefined
  private retrying = false
  private opened = '' // the tables of the stream

  show(reader: Reader): void {
    this.reader = reader
    if (!this.channel) {
      this.channel = new BroadcastChannel('birdie-tables-' + new URL(document.baseURI).pathname)
      this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data)
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.awake())
      addEventListener('online', () => this.awake())
      addEventListener('pageshow', () => this.awake())
      addEventListener('pagehide', () => this.leave())
      // A frozen page may still answer, but is told nothing.
      document.addEventListener('freeze', () => this.leave())
      document.addEventListener('resume', () => this.awake())
      setInterval(() => this.look(), ping)
    }
    if (this.leads) this.want()
    // Tabs that ask at the same time do not all answer themselves at once.
    else this.find(120 + Math.random() * 180)
  }

  hide(reader: Reader): void {
    if (this.reader !== reader) return
    this.reader = undefined
    clearTimeout(this.waiting)
    this.want()
  }

  /** Says what is wanted here. Anew: as somebody else, or here instead of elsewhere. */
  want(anew = false): void {
    const { table = '', seq = 0, elsewhere = false } = this.reader ?? {}
    // Who was told no more knows nothing for certain.
    const m = { kind: 'want', tab: this.tab, table, seq: elsewhere ? 0 : seq, anew, elsewhere } as const
    if (this.leads) this.wanted(m)
    else this.post(m)
  }

  private get leads(): boolean {
    return this.leader === this.tab
  }

  private post(message: Message): void {
    this.channel?.postMessage(message)
  }

  /** Asks for the tab that has the stream; when it does not answer, this is it. */
  private find(wait: number): void {
    clearTimeout(this.waiting)
    this.want()
    this.waiting = setTimeout(() => this.lead(), wait)
  }

  private lead(): void {
    if (!this.reader) return
    this.leader = this.tab
    this.term++
    this.link = 'opening'
    this.assert()
    this.want()
  }

  private assert(): void {
    this.post({ kind: 'lead', tab: this.tab, term: this.term, link: this.link })
  }

  /** Has the stream no longer. */
  private yield(): void {
    this.close()
    clearTimeout(this.timer)
    this.retrying = false
    this.wants.clear()
    this.feeds.clear()
    this.leader = ''
    this.failures = 0
  }

  private leave(): void {
    clearTimeout(this.waiting)
    this.post({ kind: 'bye', tab: this.tab, led: this.leads })
    if (this.leads) this.yield()
  }

  private awake(): void {
    if (!this.leads) {
      if (this.reader) this.find(300)
    } else if (this.link !== 'live') this.open()
    else this.look()
  }

  private look(): void {
    const now = Date.now()
    if (!this.leads) {
      if (this.reader) this.find(2000)
      return
    }
    for (const [tab, { at }] of this.wants) if (tab !== this.tab && now - at > absence) this.wants.delete(tab)
    if (this.source && now - this.heard > silence) this.open()
    else this.update()
  }

  private hear(m: Message): void {
    switch (m.kind) {
      case 'want':
        if (!this.leads || (this.source && Date.now() - this.heard > silence)) return
        this.assert()
        this.wanted(m)
        return
      case 'lead':
        return this.follow(m)
      case 'told':
        if (m.note.table === this.reader?.table) this.reader.note(m.note, m.memory)
        return
      case 'link':
        if (!m.table || m.table === this.reader?.table) this.reader?.link(m.link, m.code)
        return
      case 'bye':
        if (this.leads) {
          this.wants.delete(m.tab)
          this.update()
        } else if (m.tab === this.leader) {
          this.leader = ''
          if (this.reader) this.find(30 + Math.random() * 120)
        }
    }
  }

  /** Another tab has the stream. Of two, the one that began last keeps it. */
  private follow(m: Extract<Message, { kind: 'lead' }>): void {
    if (this.leads) {
      if (m.term < this.term || (m.term === this.term && m.tab < this.tab)) {
        this.contested = Date.now()
        this.assert()
        for (const feed of this.feeds.values()) if (feed.end === 'replaced') feed.end = ''
        return this.update()
      }
      this.yield()
    }
    clearTimeout(this.waiting)
    const other = this.leader !== m.tab
    this.leader = m.tab
    this.term = Math.max(this.term, m.term)
    if (other) this.want()
    this.reader?.link(m.link, '')
  }

  /** Tells this tab and all others. */
  private tell(m: Extract<Message, { kind: 'told' | 'link' }>): void {
    this.post(m)
    this.hear(m)
  }

  private say(link: Link, code = ''): void {
    if (this.link === link && !code) return
    this.link = link
    this.tell({ kind: 'link', table: '', link, code })
  }

  /** A tab wants a table from some number on. */
  private wanted({ tab, table, seq, anew, elsewhere }: Extract<Message, { kind: 'want' }>): void {
    const before = this.wants.get(tab)?.table
    if (!table) {
      this.wants.delete(tab)
      return this.update()
    }
    this.wants.set(tab, { table, at: Date.now() })
    const feed = this.feeds.get(table)
    if (anew) {
      this.feeds.set(table, { seq: 0, view: null, end: '' })
      // The one stream opens as who this browser is now, and what it told of the
      // other tables may have been for somebody else.
      for (const other of this.feeds.values()) Object.assign(other, { seq: 0, view: null })
      return this.open()
    }
    // Whoever comes to a table that another device has taken over wants it here;
    // whoever only comes to this tab with it does not.
    const away = feed?.end === 'replaced' || feed?.end === 'elsewhere'
    if (!feed || (away && before !== table && !elsewhere)) {
      this.feeds.set(table, { seq, view: null, end: elsewhere ? 'elsewhere' : '' })
      return this.update()
    }
    if (feed.end === 'replaced') return // which of the two it is will be seen
    if (feed.end) return this.tell({ kind: 'link', table, link: feed.end === 'elsewhere' ? 'elsewhere' : 'ended', code: feed.end })
    if (seq >= feed.seq) return
    if (feed.view && (feed.view.scorecard || !feed.view.golf)) {
      return this.tell({ kind: 'told', note: { table, kind: 'now', seq: feed.seq, view: feed.view }, memory: true })
    }
    feed.seq = seq
    this.open()
  }

  /** Follows the tables that are wanted now, and soon: several tabs may come at once. */
  private update(): void {
    const wanted = new Set([...this.wants.values()].map((w) => w.table))
    for (const table of this.feeds.keys()) if (!wanted.has(table)) this.feeds.delete(table)
    if (this.retrying || this.names() === this.opened) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), 40)
  }

  private list(): [string, Feed][] {
    return [...this.feeds].filter(([, feed]) => !feed.end).slice(-most)
  }

  private names(): string {
    return this.list()
      .map(([table]) => table)
      .join()
  }

  private close(): void {
    this.source?.close()
    this.source = undefined
    this.opened = ''
  }

  private open(): void {
    clearTimeout(this.timer)
    this.retrying = false
    this.close()
    const list = this.list()
    if (!this.leads || list.length === 0) return
    this.opened = this.names()
    this.heard = Date.now()
    const source = new EventSource(url('events?tables=' + list.map(([table, { seq }]) => table + (seq ? '.' + seq : '')).join()))
    this.source = source
    const on = (kind: string, take: (data: string) => void) =>
      source.addEventListener(kind, (event) => {
        if (this.source !== source) return
        this.heard = Date.now()
        take((event as MessageEvent<string>).data)
      })
    on('open', () => {
      this.failures = 0
      this.say('live')
    })
    on('message', (data) => this.told(JSON.parse(data) as Told))
    on('end', (data) => this.end(JSON.parse(data) as { table?: string; code: string }))
    on('beat', () => {})
    source.onerror = () => {
      if (this.source === source) this.retry()
    }
  }

  private told(note: Told): void {
    const feed = this.feeds.get(note.table)
    if (!feed) return
    if (note.view) feed.view = note.kind === 'now' ? note.view : merge(feed.view, note.view)
    feed.seq = note.kind === 'now' ? note.seq : Math.max(feed.seq, note.seq)
    this.tell({ kind: 'told', note, memory: false })
  }

  private end({ table, code }: { table?: string; code: string }): void {
    const feed = this.feeds.get(table ?? '')
    if (!table) {
      this.say('lost', code)
      this.retry()
    } else if (!feed) {
      return
    } else if (code === 'ahead') {
      feed.seq = 0
      feed.view = null
      this.open()
    } else if (code === 'replaced' && Date.now() - this.contested < contest) {
      this.open() // by the other tab
    } else if (code === 'replaced') {
      feed.end = code
      this.opened = this.names()
      // By another device, or by a tab of this browser that will answer.
      this.assert()
      setTimeout(() => {
        if (this.feeds.get(table) !== feed || feed.end !== code) return
        feed.end = 'elsewhere'
        this.tell({ kind: 'link', table, link: 'elsewhere', code })
      }, 1200)
    } else {
      feed.end = code
      this.opened = this.names()
      this.tell({ kind: 'link', table, link: 'ended', code })
    }
  }

  private retry(): void {
    this.close()
    if (this.list().length === 0) return
    const wait = Math.min(15_000, 500 * 2 ** this.failures) * (0.7 + 0.6 * Math.random())
    if (++this.failures > 1) this.say('lost')
    clearTimeout(this.timer)
    this.retrying = true
    this.timer = setTimeout(() => this.open(), wait)
  }
}

export const hub = new Hub()
