// The board. Cards are one layer of pictures, the controls are another of plain
// buttons over it: focus, names and touch targets stay where they are whatever the
// cards do.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Back, Face, name } from '../cards/card'
import type { Position } from '../engine/protocol'
import { t } from '../i18n'
import { settings } from '../state/settings'
import { layout, type Layout } from './layout'
import { glide, seen, shake, turn, vanish, type Place } from './motion'

export interface BoardProps {
  position: Position
  /** Changes when the position is not the successor of the one before. */
  game: string
  /** What a player may do here; none for a board that is only looked at. */
  onMove?: (letter: string, row: number) => void
  onCovered?: (column: number, row: number) => void
  onKey?: (event: KeyboardEvent) => void
  refusal?: { why: string; column: number; row: number; n: number } | null
  /** Chance to win of each move, by letter: shown as bars. */
  chances?: Map<string, number>
  /** Moves a hint points at, by letter. */
  hinted?: string
  line?: string
  label: string
}

interface Shown extends Place {
  card: string
  z: number
  kind: string
}

/** Where each visible card lies. */
function spread(p: Position, l: Layout): Shown[] {
  const all: Shown[] = []
  p.columns.forEach((column, c) =>
    column.forEach((card, row) => {
      const free = row === column.length - 1
      const fits = free && p.can.includes(String(c + 1))
      all.push({
        card,
        x: l.columns[c] ?? 0,
        y: l.top + row * l.strip,
        w: l.card.w,
        z: row,
        kind: free ? (fits ? 'free fits' : 'free') : 'covered',
      })
    }),
  )
  p.waste.forEach((card, i) => {
    const top = i === p.waste.length - 1
    all.push({ card, ...l.waste, w: l.pile.w, z: 50 + i, kind: top ? 'top' : 'under' })
  })
  // Always in the same order, so that no element ever changes its place in the
  // page: Chromium forgets to restyle what Preact moves.
  return all.sort((a, b) => (a.card < b.card ? -1 : 1))
}

export function Board(props: BoardProps) {
  const { position: p } = props
  const frame = useRef<HTMLDivElement>(null)
  const ghosts = useRef<HTMLDivElement>(null)
  const nodes = useRef(new Map<string, HTMLElement>())
  const before = useRef<{ game: string; size: string; shown: Map<string, Shown>; stock: number } | undefined>(undefined)
  const [size, setSize] = useState({ w: innerWidth, h: innerHeight - 130 })
  // What the keyboard is on: column 0 to 6, 7 the waste, 8 the stock; and in a
  // column which card, counted from the free one.
  const [at, draw] = useState({ stop: 0, up: 0 })
  // Keys may come faster than the page is drawn.
  const now = useRef(at)
  const setAt = (to: typeof at) => {
    now.current = to
    draw(to)
  }
  const [ring, setRing] = useState(false)
  const pulled = useRef<{ pointer: number; x: number; y: number; column: number; moved: boolean } | null>(null)

  const l = layout(size.w, size.h, settings.value.left)
  const shown = spread(p, l)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setSize({ w: element.clientWidth, h: element.clientHeight })
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    measure()
    return () => watch.disconnect()
  }, [])

  useLayoutEffect(() => {
    const was = before.current
    const key = `${size.w}x${size.h}${settings.value.left}`
    const now = new Map(shown.map((s) => [s.card, s]))
    before.current = { game: props.game, size: key, shown: now, stock: p.stock }
    if (!was || was.size !== key) return
    let many = 0
    const dealt = was.game !== props.game
    for (const s of shown) {
      const node = nodes.current.get(s.card)
      const old = was.shown.get(s.card)
      if (!node) continue
      if (!old) {
        if (dealt || p.stock < was.stock) {
          // Drawn, or dealt anew: it comes from the stock.
          glide(node, { ...l.stock, w: l.pile.w }, s, dealt ? 12 * many++ : 0, dealt ? 260 : 180)
          if (node.firstElementChild instanceof HTMLElement) turn(node.firstElementChild, true)
        }
      } else if (old.x !== s.x || old.y !== s.y || old.w !== s.w) {
        const from = seen(node, { ...s })
        const current = node.getAnimations().length > 0 || node.style.translate ? from : old
        node.style.translate = ''
        glide(node, current, s, dealt ? 12 * many++ : 0, dealt ? 260 : 180)
      }
    }
    if (!dealt && p.stock > was.stock) {
      for (const [card, old] of was.shown) {
        const node = nodes.current.get(card)
        if (old.kind === 'top' && !now.has(card) && node && ghosts.current) {
          vanish(node, ghosts.current, old, { ...l.stock, w: l.pile.w })
        }
      }
    }
    for (const card of nodes.current.keys()) if (!now.has(card)) nodes.current.delete(card)
  })

  const refused = props.refusal
  useLayoutEffect(() => {
    if (!refused) return
    const column = p.columns[refused.column]
    const card = refused.column < 0 ? p.waste.at(-1) : column?.[refused.row >= 0 ? refused.row : column.length - 1]
    const node = card && nodes.current.get(card)
    if (node) shake(node)
  }, [refused?.n])

  const rowAt = (column: number, y: number): number => {
    const n = p.columns[column]?.length ?? 0
    return Math.max(0, Math.min(n - 1, Math.floor((y - l.top) / l.strip)))
  }

  const play = (stop: number, row = -1) => {
    if (stop === 8) props.onMove?.('d', -1)
    if (stop < 7) props.onMove?.(String(stop + 1), row)
  }

  // A tap anywhere on a column plays its free card. When that does not fit, it is
  // the tapped card that is refused. The engine decides, since a tap may come
  // before the one before it is drawn.
  const tap = (column: number, y: number) => play(column, rowAt(column, y))

  const keydown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const at = now.current
    const n = at.stop < 7 ? (p.columns[at.stop]?.length ?? 0) : 0
    const move = (stop: number) => {
      setAt({ stop, up: 0 })
      frame.current?.querySelector<HTMLElement>(`[data-stop="${stop}"]`)?.focus()
    }
    switch (event.key) {
      case 'ArrowLeft':
        if (at.stop === 8) move(settings.value.left ? 8 : 7)
        else if (at.stop === 7) move(settings.value.left ? 8 : 7)
        else move((at.stop + 6) % 7)
        break
      case 'ArrowRight':
        if (at.stop >= 7) move(settings.value.left ? 7 : 8)
        else move((at.stop + 1) % 7)
        break
      case 'ArrowDown':
        if (at.stop < 7 && at.up > 0) setAt({ ...at, up: at.up - 1 })
        else if (at.stop < 7) move((at.stop < 4) !== settings.value.left ? 7 : 8)
        break
      case 'ArrowUp':
        if (at.stop >= 7) move(at.stop === 7 ? 2 : 4)
        else if (at.up < n - 1) setAt({ ...at, up: at.up + 1 })
        break
      case 'Home':
        move(0)
        break
      case 'End':
        move(8)
        break
      default:
        props.onKey?.(event)
        return
    }
    event.preventDefault()
    setRing(true)
  }

  const inert = !props.onMove
  const control = (stop: number) => ({
    'data-stop': stop,
    tabIndex: at.stop === stop ? 0 : -1,
    onFocus: () => {
      if (now.current.stop !== stop) setAt({ stop, up: 0 })
    },
    class: 'control',
  })

  const pull = {
    down: (column: number) => (event: PointerEvent) => {
      setRing(false)
      if (event.button === 0) pulled.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, column, moved: false }
    },
    move: (event: PointerEvent) => {
      const d = pulled.current
      if (!d || d.pointer !== event.pointerId) return
      const dx = event.clientX - d.x
      const dy = event.clientY - d.y
      const card = p.columns[d.column]?.at(-1)
      const node = card && nodes.current.get(card)
      if (!node || (!d.moved && Math.hypot(dx, dy) < 8)) return
      if (!d.moved) {
        d.moved = true
        ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      }
      node.classList.add('pulled')
      node.style.translate = `${dx}px ${dy}px`
    },
    up: (event: PointerEvent) => {
      const d = pulled.current
      if (!d?.moved) return
      const card = p.columns[d.column]?.at(-1)
      const node = card && nodes.current.get(card)
      if (!node) return
      node.classList.remove('pulled')
      const box = frame.current?.getBoundingClientRect()
      const x = event.clientX - (box?.left ?? 0)
      const y = event.clientY - (box?.top ?? 0)
      const near = event.type === 'pointerup' && Math.abs(x - l.waste.x - l.pile.w / 2) < l.pile.w && Math.abs(y - l.waste.y - l.pile.h / 2) < l.pile.h
      if (near && p.can.includes(String(d.column + 1))) {
        play(d.column)
      } else {
        if (near) play(d.column)
        const rest = { x: l.columns[d.column] ?? 0, y: l.top + ((p.columns[d.column]?.length ?? 1) - 1) * l.strip, w: l.card.w }
        const from = seen(node, rest)
        node.style.translate = ''
        glide(node, from, rest)
      }
      // The click that ends a pull is no tap.
      setTimeout(() => (pulled.current = null))
    },
  }

  const bubble = refused && refused.column >= -1 ? refused : null
  const bubbleAt = bubble && spotOf(bubble, p, l)

  return (
    <div
      class={inert ? 'board still' : 'board'}
      ref={frame}
      role="group"
      aria-label={props.label}
      onKeyDown={inert ? undefined : keydown}
      data-ring={ring}
      style={{ '--cw': `${l.card.w}px`, '--pw': `${l.pile.w}px`, '--tableau-index': `${l.index}px` }}
    >
      <div class="cards" aria-hidden="true">
        <div class="slot" style={spot(l.waste, l.pile.w, l.pile.h)} />
        <div class={`stock${p.stock > 0 ? '' : ' spent'}${props.hinted === 'd' ? ' hinted' : ''}`} data-deep={Math.min(4, Math.ceil(p.stock / 4))} style={spot(l.stock, l.pile.w, l.pile.h)}>
          {p.stock > 0 && <Back />}
          <span class="left">{p.stock}</span>
        </div>
        {p.columns.map((column, c) =>
          column.length === 0 ? <div key={c} class="hole" style={spot({ x: l.columns[c] ?? 0, y: l.top }, l.card.w, l.card.h)} /> : null,
        )}
        {shown.map((s) => (
          <div
            key={s.card}
            class={`card ${s.kind}${props.hinted && s.kind.startsWith('free') && isHinted(props.hinted, s.card, p) ? ' hinted' : ''}`}
            data-card={s.card}
            ref={(node: HTMLElement | null) => {
              if (node) nodes.current.set(s.card, node)
            }}
            style={{ transform: `translate(${s.x}px, ${s.y}px)`, zIndex: s.z, '--w': `${s.w}px` }}
          >
            <div class="turn">
              <Face card={s.card} fits={s.kind === 'free fits'} />
              {s.kind === 'top' && <Back />}
            </div>
          </div>
        ))}
        <div class="ghosts" ref={ghosts} />
      </div>

      {props.chances && (
        <div class="chances" aria-hidden="true">
          {[...props.chances].map(([letter, chance]) => (
            <Chance key={letter} letter={letter} chance={chance} layout={l} position={p} />
          ))}
        </div>
      )}

      {p.columns.map((column, c) => (
        <button
          key={c}
          type="button"
          {...control(c)}
          style={spot({ x: (l.columns[c] ?? 0) - (l.pitch - l.card.w) / 2, y: l.top }, l.pitch, l.reach)}
          aria-label={columnLabel(column, c, at.stop === c ? at.up : 0, p)}
          aria-disabled={inert || undefined}
          onClick={(e) => {
            if (inert || pulled.current?.moved) return
            // Enter and space click without a place: on the card the keyboard is on.
            if (e.detail === 0 && now.current.stop === c && now.current.up > 0) props.onCovered?.(c, column.length - 1 - now.current.up)
            else if (e.detail === 0) play(c)
            else tap(c, e.clientY - (frame.current?.getBoundingClientRect().top ?? 0))
          }}
          onPointerDown={inert ? undefined : pull.down(c)}
          onPointerMove={inert ? undefined : pull.move}
          onPointerUp={inert ? undefined : pull.up}
          onPointerCancel={inert ? undefined : pull.up}
        >
          <span class="ring" style={ringOf(column.length, at.stop === c ? at.up : 0, l)} />
        </button>
      ))}
      <button
        type="button"
        {...control(7)}
        style={spot(l.waste, l.pile.w, l.pile.h)}
        aria-label={p.waste.length ? t('web.board.waste', { Card: name(p.waste.at(-1) ?? '') }) : t('web.board.waste-empty')}
        aria-disabled="true"
      >
        <span class="ring whole" />
      </button>
      <button
        type="button"
        {...control(8)}
        style={spot(l.stock, l.pile.w, l.pile.h)}
        aria-label={t('web.board.stock', { N: p.stock })}
        aria-disabled={inert || p.stock === 0 || undefined}
        onPointerDown={() => setRing(false)}
        onClick={() => inert || play(8)}
      >
        <span class="ring whole" />
      </button>

      {props.line !== undefined && (
        <p class="line" style={{ transform: `translate(${l.line.x}px, ${l.line.y}px)`, width: `${l.line.w}px` }}>
          {props.line}
        </p>
      )}
      {bubble && bubbleAt && (
        <p class="why" key={bubble.n} aria-hidden="true" style={{ '--x': `${bubbleAt.x}px`, '--y': `${bubbleAt.y}px`, '--max': `${l.width}px` }}>
          {t('patience.refusal.' + bubble.why)}
        </p>
      )}
    </div>
  )
}

const spot = (s: { x: number; y: number }, w: number, h: number) => ({
  transform: `translate(${s.x}px, ${s.y}px)`,
  width: `${w}px`,
  height: `${h}px`,
  '--w': `${w}px`,
})

const isHinted = (letters: string, card: string, p: Position): boolean =>
  p.columns.some((column, c) => letters.includes(String(c + 1)) && column.at(-1) === card)

/** The focus ring lies around the card that the keyboard is on. */
function ringOf(n: number, up: number, l: Layout) {
  const row = Math.max(0, n - 1 - up)
  return {
    transform: `translate(${(l.pitch - l.card.w) / 2}px, ${row * l.strip}px)`,
    width: `${l.card.w}px`,
    height: `${up > 0 ? l.strip : l.card.h}px`,
  }
}

function columnLabel(column: string[], c: number, up: number, p: Position): string {
  const N = c + 1
  const n = column.length
  if (n === 0) return t('web.board.column-empty', { Column: N })
  if (up > 0) {
    const row = n - 1 - up
    return t('web.board.card-covered', { Column: N, Row: row + 1, Card: name(column[row] ?? '') })
  }
  const free = name(column[n - 1] ?? '')
  const state = t(p.can.includes(String(N)) ? 'web.board.fits' : 'web.board.free')
  const covered = column.slice(0, -1).reverse().map(name).join(', ')
  return covered
    ? t('web.board.column', { Column: N, Card: free, State: state, Covered: covered })
    : t('web.board.column-last', { Column: N, Card: free, State: state })
}

/** Where a refusal's words point to. */
function spotOf(r: { column: number; row: number }, p: Position, l: Layout) {
  if (r.column < 0) return { x: l.stock.x + l.pile.w / 2, y: l.stock.y }
  const n = p.columns[r.column]?.length ?? 0
  const row = r.row >= 0 && r.row < n - 1 ? r.row + 1 : n
  const bottom = row < n ? l.top + row * l.strip : l.top + Math.max(0, n - 1) * l.strip + l.card.h
  return { x: (l.columns[r.column] ?? 0) + l.card.w / 2, y: bottom }
}

/** The chance to win after a move: a small bar at its card. */
function Chance({ letter, chance, layout: l, position: p }: { letter: string; chance: number; layout: Layout; position: Position }) {
  const column = Number(letter) - 1
  const n = p.columns[column]?.length ?? 0
  const place =
    letter === 'd'
      ? spot({ x: l.stock.x + 8, y: l.stock.y + 8 }, l.pile.w - 16, 18) // on it: what is said of the position stands below
      : spot({ x: l.columns[column] ?? 0, y: l.top + Math.max(0, n - 1) * l.strip + l.card.h + 3 }, l.card.w, 18)
  return (
    <div class="chance" style={place}>
      <i style={{ width: `${Math.round(100 * chance)}%` }} />
      <b>{Math.round(100 * chance)}</b>
    </div>
  )
}
