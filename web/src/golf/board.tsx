// The table: the others above, the piles in the middle, the own grid below. Over
// every place lies a button that stays where it is, whatever card is under it.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shake } from '../board/motion'
import { Back, Face, name } from '../cards/card'
import { decimal, t } from '../i18n'
import { moving } from '../state/settings'
import { sizes } from './layout'
import { move } from './motion'
import type { Worth } from './engine'
import type { Cell, GolfView, Score } from './protocol'
import type { News, Refused, Scene } from './scene'
import { botManner, cancelText, gridText, newsText, promptText, strokes, who, type SeatInfo } from './words'

export interface BoardProps {
  scene: Scene
  news: News
  refused?: Refused | null
  /** What each action is worth, shown beside the cards. */
  worth?: Worth[] | null
  /** Grids as they lie, in strokes; null while the engine is not there. */
  shown?: Score[] | null
  /** End of the time for a turn, in milliseconds of this machine's clock. */
  deadline?: number
  clock?: number
  /** Phrases in bubbles, by seat. */
  phrases?: Map<number, { text: string; n: number }>
  /** An action that ends the hole is asked for twice. */
  confirm?: boolean
  /** The seat whose grid lies below where nobody plays here. */
  focus?: number
  memory?: boolean
  /** Only looked at: nobody is waited for. */
  still?: boolean
  /** Says whether it was done. */
  onAct?: (action: string, stop: string) => Promise<boolean>
  onKey?: (event: KeyboardEvent) => boolean
}

export function Board(props: BoardProps) {
  const { scene } = props
  const { golf, seats, you } = scene
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ w: innerWidth, h: innerHeight - 130 })
  const [at, setAt] = useState('c0')
  const [ring, setRing] = useState(false)
  const [chosen, setChosen] = useState<number[]>([])
  const [armed, setArmed] = useState('')
  const [seen, setSeen] = useState<number[]>([])

  const rows = golf.rules.layout === 'nine' ? 3 : 2
  const cells = golf.grids.find((g) => g.length > 0)?.length ?? 6
  const cols = cells / rows
  const below = you ?? props.focus ?? golf.active[0] ?? 0
  const others = othersOf(golf, below)
  const s = sizes(size.w, size.h, rows, cols, others.length, golf.legal.includes('knock') || golf.legal.includes('pass') || golf.rules.knock === true)

  // In the order of play: clockwise, from the left of the one below.
  const sides: [string, number[]][] = [
    ['left', others.slice(0, s.left)],
    ['top', others.slice(s.left, others.length - s.right)],
    ['right', others.slice(others.length - s.right)],
  ]

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
    if (frame.current) move(frame.current, props.news.events)
  }, [props.news.n])

  // Where not all of the others are seen, the one to play is.
  useLayoutEffect(() => {
    const seat = s.scroll && frame.current?.querySelector<HTMLElement>(`.other[data-seat="${golf.turn}"]`)
    if (seat) seat.parentElement?.scrollTo({ left: seat.offsetLeft - 60, behavior: moving() ? 'smooth' : 'instant' })
  }, [golf.turn, s.scroll])

  const refusal = props.refused
  useLayoutEffect(() => {
    const element = refusal && frame.current?.querySelector<HTMLElement>(`[data-stop="${refusal.stop}"]`)
    if (element) shake(element)
  }, [refusal?.n])

  // What was begun belongs to the position it was begun in. This must not wait
  // for the next frame: a tap may come before it.
  useLayoutEffect(() => {
    setArmed('')
    if (golf.phase !== 'choose') setChosen([])
  }, [golf.turns, golf.phase, golf.hole])
  // First cards are chosen once; when that fails, once more.
  const choosing = `${golf.hole} ${you}`
  const sent = useRef('')
  useLayoutEffect(() => {
    setSeen([])
    setChosen([])
  }, [golf.hole, you])

  const legal = new Set(props.onAct ? golf.legal : [])
  const can = (action: string) => legal.has(action)
  const onlyOneDown = golf.ender === null && (golf.grids[below] ?? []).filter((c) => !c.up).length === 1

  const act = (action: string, stop: string, ends: boolean) => {
    if (ends && props.confirm && armed !== action && can(action)) {
      setArmed(action)
      return
    }
    setArmed('')
    void props.onAct?.(action, stop)
  }

  /** What a tap on one of the places means now. */
  const touch = (stop: string) => {
    if (!props.onAct) return
    if (stop === 'stock') return act('draw', stop, false)
    if (stop === 'pile') return act(can('discard') ? 'discard' : 'take', stop, false)
    const pos = Number(stop.slice(1)) + 1
    if (golf.phase === 'choose' && golf.legal.length > 0) {
      if (sent.current === choosing) return
      const now = chosen.includes(pos) ? chosen.filter((p) => p !== pos) : [...chosen, pos]
      const action = 'choose ' + [...now].sort((a, b) => a - b).join(' ')
      setChosen(now)
      if (!can(action)) return
      sent.current = choosing
      void props.onAct(action, stop).then((done) => {
        if (done) return
        sent.current = ''
        setChosen([])
      })
      return
    }
    const cell = golf.grids[below]?.[pos - 1]
    if (golf.phase === 'place') return act(`swap ${pos}`, stop, onlyOneDown && cell?.up === false)
    act(`flip ${pos}`, stop, onlyOneDown && cell?.up === false)
  }

  const focus = (stop: string) => {
    setAt(stop)
    frame.current?.querySelector<HTMLElement>(`[data-stop="${stop}"]`)?.focus()
  }

  const keydown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const pos = at[0] === 'c' ? Number(at.slice(1)) : -1
    const key = event.key
    setRing(true)
    if (key === 'ArrowLeft') focus(pos > 0 ? `c${pos - 1}` : pos === 0 ? 'stock' : at === 'stock' ? 'pile' : 'c' + (cells - 1))
    else if (key === 'ArrowRight') focus(pos >= 0 && pos < cells - 1 ? `c${pos + 1}` : pos >= 0 ? 'pile' : at === 'pile' ? 'stock' : 'c0')
    else if (key === 'ArrowDown') focus(pos < 0 ? (at === 'pile' ? 'c0' : `c${cols - 1}`) : pos + cols < cells ? `c${pos + cols}` : at)
    else if (key === 'ArrowUp') focus(pos >= cols ? `c${pos - cols}` : pos >= 0 ? (pos < cols / 2 ? 'pile' : 'stock') : at)
    else if (key === 'Home') focus('c0')
    else if (key === 'End') focus('stock')
    else if (key >= '1' && key <= String(cells)) {
      touch('c' + (Number(key) - 1))
    } else if (key === 's') touch('stock')
    else if (key === 'd') touch('pile')
    else if (key === 'k' && can('knock')) act('knock', 'knock', true)
    else if (key === 'n' && can('pass')) act('pass', 'pass', false)
    else if (!props.onKey?.(event)) return
    event.preventDefault()
  }

  const stopProps = (stop: string) => ({
    type: 'button' as const,
    class: 'control',
    'data-stop': stop,
    tabIndex: at === stop ? 0 : -1,
    onFocus: () => setAt(stop),
    onPointerDown: () => setRing(false),
    onClick: () => touch(stop),
  })

  const top = golf.pile.at(-1)
  const worthOf = (action: string) => props.worth?.find((w) => w.action === action)
  const chip = (action: string) => {
    const w = worthOf(action)
    return w ? <Chip worth={w} /> : null
  }
  /** The same for those who do not see it. */
  const advised = (label: string, action: string) => {
    const w = worthOf(action)
    return w ? `${label}. ${w.given <= 0 ? t('golfpage.advice.best') : t('golfpage.advice.gives', { N: givenText(w) })}` : label
  }
  const swappable = golf.phase === 'place' && legal.size > 0
  const told = newsText(props.news.events, golf, seats, you)
  const [line, setLine] = useState('')
  useEffect(() => {
    if (told) setLine(told)
  }, [props.news.n])
  const prompt = props.still ? '' : promptText(golf, seats)

  return (
    <div
      ref={frame}
      class={`felt ${s.shape}${s.flat ? ' flat' : ''}${s.scroll ? ' scrolled' : ''}${s.other * cols < 84 ? ' tiny' : ''}${s.other < 32 ? ' plain' : ''}`}
      role="group"
      aria-label={t('golfpage.board.label')}
      data-ring={ring}
      data-phase={golf.phase}
      onKeyDown={keydown}
      style={{ '--own': `${s.own}px`, '--pile': `${s.pile}px`, '--other': `${s.other}px`, '--cols': cols, '--across': s.across }}
    >
      {sides.map(
        ([side, list]) =>
          list.length > 0 && (
            <div class={'others ' + side} key={side} {...(s.scroll ? { tabIndex: 0, role: 'group', 'aria-label': t('golfpage.table.players') } : {})}>
              {list.map((seat) => (
                <Other key={seat} seat={seat} golf={golf} info={seats[seat]} total={golf.totals[seat] ?? 0} phrase={props.phrases?.get(seat)} />
              ))}
            </div>
          ),
      )}

      <div class="middle">
        <div class="heaps">
          <div class={place('spot pile', can('take') || can('discard'))} data-spot="pile">
            <div class="slot" />
            {golf.pile.length > 1 && <Card key="under" card={golf.pile.at(-2)} up class="under" />}
            {top && <Card key={golf.pile.length} card={top} up bar={can('take') || can('discard')} />}
            {chip(can('discard') ? 'discard' : 'take')}
            <button {...stopProps('pile')} aria-label={advised(pileText(golf), can('discard') ? 'discard' : 'take')} />
          </div>
          <div class={golf.hand || golf.taken || golf.drawn ? 'spot hand held' : 'spot hand'} data-spot="hand">
            {golf.hand || golf.taken ? (
              <Card card={golf.hand ?? golf.taken} up />
            ) : golf.drawn ? (
              <Card up={false} />
            ) : (
              <Clock deadline={props.deadline} clock={props.clock} mine={golf.turn === you && you !== null} name={who(seats, golf.turn, you)} />
            )}
          </div>
          <div class={place('spot stock', can('draw'))} data-spot="stock">
            <div class="slot" />
            {golf.stock > 0 && <Card up={false} bar={can('draw')} />}
            <span class="left" aria-hidden="true">
              {golf.stock}
            </span>
            {chip('draw')}
            <button {...stopProps('stock')} aria-label={advised(t('web.board.stock', { N: golf.stock }), 'draw')} />
          </div>
        </div>
        <p class="told">
          {line && <span>{line} </span>}
          <b>{armed ? t('golfpage.prompt.confirm') : prompt}</b>
        </p>
        <div class="choices">
          {can('knock') && (
            <button type="button" class="button" onClick={() => act('knock', 'knock', true)}>
              {t(armed === 'knock' ? 'golfpage.board.knock-sure' : 'golfpage.board.knock')}
              {chip('knock')}
            </button>
          )}
          {can('pass') && (
            <button type="button" class="button" onClick={() => act('pass', 'pass', false)}>
              {t('golfpage.board.pass')}
              {chip('pass')}
            </button>
          )}
        </div>
        {refusal && (
          <p class="why" key={refusal.n} aria-hidden="true">
            {refusal.why}
          </p>
        )}
      </div>

      <div class={golf.turn === below && golf.phase !== 'over' ? 'own turn-here' : 'own'}>
        <div class="grid" data-seat={below}>
          {(golf.grids[below] ?? []).map((cell, i) => {
            const pos = i + 1
            const stop = 'c' + i
            const open = golf.phase === 'choose' && legal.size > 0
            const target = open || (swappable && can(`swap ${pos}`)) || can(`flip ${pos}`)
            const picked = chosen.includes(pos) || (golf.choice?.includes(pos) ?? false)
            const hidden = props.memory && !cell.up && !seen.includes(pos)
            const action = golf.phase === 'place' ? `swap ${pos}` : `flip ${pos}`
            return (
              <div key={i} class={place('spot cell', target) + (picked ? ' picked' : '') + (armed === action ? ' armed' : '')} data-spot={`cell:${below}:${pos}`}>
                <CellCard cell={hidden ? { up: false, peeked: true } : cell} bar={target} />
                {picked && <i class="tick" />}
                {chip(action)}
                <button {...stopProps(stop)} aria-label={advised(placeText(cell, pos, cols, hidden), action)} aria-pressed={open ? picked : undefined} />
              </div>
            )
          })}
        </div>
        <OwnLine golf={golf} seat={below} you={you} seats={seats} score={props.shown?.[below]} phrase={props.phrases?.get(below)} />
        {props.memory && golf.grids[below]?.some((c) => !c.up && c.card) && (
          <button type="button" class="link" onClick={() => setSeen(seen.length ? [] : golf.grids[below]?.flatMap((c, i) => (c.card && !c.up ? [i + 1] : [])) ?? [])}>
            {t(seen.length ? 'golfpage.board.hide-known' : 'golfpage.board.show-known')}
          </button>
        )}
      </div>
    </div>
  )
}

const place = (base: string, target: boolean) => (target ? base + ' fits' : base)

/** The other seats that play, clockwise from the one below. */
function othersOf(golf: GolfView, below: number): number[] {
  const all = Array.from({ length: golf.players }, (_, i) => (below + 1 + i) % golf.players)
  return all.filter((seat) => seat !== below)
}

function Card({ card, up, bar, class: c = '' }: { card?: string | undefined; up: boolean; bar?: boolean; class?: string }) {
  return (
    <div class={`card ${up ? 'up' : 'down'} ${c}`} aria-hidden="true">
      <div class="turn">
        {up && card ? (
          <>
            <Face card={card} />
            <Back />
          </>
        ) : (
          <Back />
        )}
      </div>
      {bar && <i class="fitting" />}
    </div>
  )
}

/** A card of a grid. One that only its owner knows is shown faintly. */
function CellCard({ cell, bar }: { cell: Cell; bar?: boolean }) {
  const known = !cell.up && cell.card
  return (
    <>
      <Card card={cell.card} up={cell.up || Boolean(known)} {...(bar ? { bar } : {})} class={known ? 'known' : ''} />
      {cell.peeked && !cell.card && <i class="eye" />}
    </>
  )
}

function Other({ seat, golf, info, total, phrase }: { seat: number; golf: GolfView; info?: SeatInfo | undefined; total: number; phrase?: { text: string; n: number } | undefined }) {
  const on = golf.turn === seat && golf.phase !== 'over'
  const plays = golf.active.includes(seat)
  const tags = [
    info?.bot && !info.sub ? (info.name.startsWith(botManner(info.bot)) ? t('golfpage.seat.bot') : botManner(info.bot)) : '',
    info?.sub ? t('golfpage.seat.sub') : '',
    info?.away ? t('golfpage.seat.away') : '',
    golf.ender === seat ? t('golfpage.seat.ender') : '',
    golf.phase === 'choose' && golf.chosen?.includes(seat) ? t('golfpage.seat.chosen') : '',
    plays ? '' : t('golfpage.seat.out'),
  ].filter(Boolean)
  return (
    <section class={on ? 'other turn-here' : 'other'} data-seat={seat} aria-label={[info?.name, ...tags].join(', ')}>
      <p class="name">
        {on && <i class="marker" aria-hidden="true" />}
        <b>{info?.name}</b>
        {tags.length > 0 && <small>{tags.join(', ')}</small>}
        <span>
          <span class="unseen">{t('golfpage.seat.total')} </span>
          {strokes(total)}
        </span>
      </p>
      {on && <span class="unseen">{t('golfpage.seat.on-turn')}</span>}
      <div class="grid" role="img" aria-label={gridText(golf, seat) || t('golfpage.seat.out')}>
        {(golf.grids[seat] ?? []).map((cell, i) => (
          <div key={i} class="spot cell" data-spot={`cell:${seat}:${i + 1}`}>
            <CellCard cell={cell} />
          </div>
        ))}
      </div>
      {phrase && (
        <p class="bubble" key={phrase.n}>
          {phrase.text}
        </p>
      )}
    </section>
  )
}

function OwnLine({ golf, seat, you, seats, score, phrase }: { golf: GolfView; seat: number; you: number | null; seats: SeatInfo[]; score?: Score | undefined; phrase?: { text: string; n: number } | undefined }) {
  const cancels = cancelText(score)
  return (
    <p class="ownline">
      <span>
        <b>{who(seats, seat, you)}</b>
        {cancels && ` · ${cancels}`}
      </span>
      <span>{score && t('golfpage.board.shown', { N: strokes(score.total) })}</span>
      <span>{t('golfpage.board.total', { N: strokes(golf.totals[seat] ?? 0) })}</span>
      {phrase && (
        <span class="bubble" key={phrase.n}>
          {phrase.text}
        </span>
      )}
    </p>
  )
}

/** What an action is worth against the best one. */
function Chip({ worth }: { worth: Worth }) {
  const good = worth.given <= 0
  return (
    <span class={good ? 'chip best' : 'chip'} aria-hidden="true">
      {good ? t('golfpage.advice.best') : '+' + givenText(worth)}
    </span>
  )
}

const givenText = (worth: Worth): string => decimal(worth.given / 100, 1)

/** Whose turn it is and, where a clock runs, how long it still runs. */
function Clock({ deadline, clock, mine, name: whose }: { deadline?: number | undefined; clock?: number | undefined; mine: boolean; name: string }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (!deadline) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [deadline])
  if (!whose) return null
  const left = deadline ? Math.max(0, Math.ceil((deadline - now) / 1000)) : 0
  const part = deadline && clock ? Math.min(1, (deadline - now) / 1000 / clock) : 1
  return (
    <div class={mine ? 'clock mine' : 'clock'} role={deadline ? 'timer' : undefined} aria-live="off">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="44" pathLength="100" />
        <circle class="left" cx="50" cy="50" r="44" pathLength="100" style={{ strokeDashoffset: String(100 - 100 * part) }} />
      </svg>
      <span>{deadline ? Math.min(left, clock ?? left) : whose}</span>
    </div>
  )
}

function pileText(golf: GolfView): string {
  const top = golf.pile.at(-1)
  return top ? t('golfpage.board.pile', { Card: name(top) }) : t('golfpage.board.pile-empty')
}

function placeText(cell: Cell, pos: number, cols: number, hidden: boolean | undefined): string {
  const vars = { N: pos, Row: Math.ceil(pos / cols), Column: ((pos - 1) % cols) + 1 }
  if (cell.up && cell.card) return t('golfpage.board.cell-up', { ...vars, Card: name(cell.card) })
  if (cell.card && !hidden) return t('golfpage.board.cell-known', { ...vars, Card: name(cell.card) })
  return t('golfpage.board.cell-down', vars)
}
