// Following a table: what is told of it in order, and without gaps.
import type { Note, TableView } from '../protocol'
import { person } from './api'
import { hub, merge, type Link, type Reader } from './hub'

export interface Listener {
  note(note: Note): void
  view(view: TableView): void
  link(link: Link, code: string): void
}

export class Wire implements Reader {
  private last = 0
  private whose = ''
  private view: TableView | null = null
  private now: Link = 'opening'

  constructor(
    readonly table: string,
    private readonly listener: Listener,
  ) {
    hub.show(this)
  }

  /** What somebody else was told who this browser was before does not count. */
  get seq(): number {
    return this.whose === person() ? this.last : 0
  }

  get elsewhere(): boolean {
    return this.now === 'elsewhere'
  }

  close(): void {
    hub.hide(this)
  }

  /** Follows the table anew: as somebody else, or here instead of elsewhere. */
  restart(): void {
    this.now = 'opening'
    hub.want(true)
  }

  note(note: Note, memory: boolean): void {
    if (note.kind === 'now') {
      if (!note.view || (memory && note.view.seq <= this.seq && !this.elsewhere)) return
      this.view = note.view
      this.knows(note.view.seq)
      this.alive()
      return this.listener.view(note.view)
    }
    if (note.seq <= this.seq) return
    if (note.seq !== this.seq + 1) {
      // Something was missed: begin anew with how things are.
      this.last = 0
      return hub.want()
    }
    this.knows(note.seq)
    if (note.view) this.view = merge(this.view, note.view)
    this.alive()
    this.listener.note(note.view && this.view ? { ...note, view: this.view } : note)
  }

  private knows(seq: number): void {
    this.last = seq
    this.whose = person()
  }

  /** It is told of the table, so it is not elsewhere. */
  private alive(): void {
    if (this.elsewhere) this.now = 'opening'
    this.link('live', '')
  }

  link(link: Link, code: string): void {
    // How the stream is does not matter to a table it does not tell of.
    if (this.now === 'ended' || (this.elsewhere && link !== 'ended')) return
    if (this.now === link && !code) return
    this.now = link
    this.listener.link(link, code)
  }
}
