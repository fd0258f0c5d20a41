// What is around the board of a match, wherever it is played: the head line, what can
// be done, the sheets of the scorecard, the menu and the result.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { has, t } from '../i18n'
import { settings } from '../state/settings'
import { share, stayAwake } from '../state/ui'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { Board, type BoardProps } from './board'
import { score } from './engine'
import { HelpDialog } from './help'
import { prefs } from './prefs'
import { PrefsDialog } from './prefsdialog'
import { rulesText, type Score } from './protocol'
import { Card, HoleResult, resultText, Standings } from './result'
import type { News, Scene } from './scene'
import { newsText, rulesLines, rulesName, strokes } from './words'

export type Sheet = 'card' | 'menu' | 'help' | 'prefs' | 'over' | 'say' | 'seats' | 'move' | null

/** A match as it is looked at: which sheet lies over it, and grids as they lie,
 * counted by the engine. The result comes up by itself when a hole is done. */
export function useMatch(s: Scene | null, news: News, done: boolean): { sheet: Sheet; open: (sheet: Sheet) => void; shown: Score[] | null } {
  const [sheet, open] = useState<Sheet>(null)
  const [shown, setShown] = useState<Score[] | null>(null)

  useEffect(() => {
    if (settings.value.awake) stayAwake()
    return () => {
      document.title = 'Birdie'
    }
  }, [])

  useEffect(() => {
    const g = s?.golf
    if (!g) return
    if (g.phase !== 'over') void score(rulesText(g.rules), g.grids.map((cells) => cells.map((c) => c.card ?? '--').join(' '))).then(setShown)
    if (done) {
      // The last cards are seen before they are counted.
      const timer = setTimeout(() => open('over'), prefs.value.tempo === 'instant' || news.events.length === 0 ? 0 : 1600)
      return () => clearTimeout(timer)
    }
    open((now) => (now === 'over' ? null : now))
    return
  }, [news.n])
  return { sheet, open, shown }
}

export interface TablePageProps {
  scene: Scene
  sheet: Sheet
  open: (sheet: Sheet) => void
  /** A word about how the reader takes part. */
  badge: string
  board: Omit<BoardProps, 'scene' | 'confirm' | 'memory' | 'onKey'>
  /** Keys besides those that every table has; says whether it was one. */
  onKey: (key: string) => boolean
  /** Buttons at the foot, between the scorecard and the result. */
  actions: ComponentChildren
  /** Entries of the menu, before and after those that every table has. */
  first?: ComponentChildren
  last: ComponentChildren
  /** The match is over, not only a hole. */
  finished: boolean
  /** Under the result of a hole, or first of the buttons under that of the match. */
  onward: ComponentChildren
  replay: string
  onDownload: () => void
  /** Under the buttons at the end of the match. */
  note?: ComponentChildren
  children?: ComponentChildren
}

export function TablePage(props: TablePageProps) {
  const { scene: s, sheet, open } = props
  const g = s.golf
  const close = () => open(null)
  const preset = rulesName(g.rules)
  const target = Number(g.rules.target)
  const hole = s.scorecard.holes.at(-1)
  const bots = s.seats.filter((seat) => seat.bot && !seat.sub && has('bot.about.' + seat.bot))
  return (
    <main class="tablepage">
      <header class="head">
        <a class="icon" href="#golf" aria-label={t('web.page.back')}>
          <Icon of="back" />
        </a>
        <h1>
          {g.extra ? t('golfpage.head.extra', { N: g.extra }) : t('golfpage.head.hole', { N: g.hole })}{' '}
          <small>{target ? t('golfpage.head.target', { N: target }) : t('golfpage.head.of', { N: Number(g.rules.holes) })}</small>
        </h1>
        {props.badge && <span class="badge">{props.badge}</span>}
        <p class="score">
          <b>{s.you === null ? '' : strokes(g.totals[s.you] ?? 0)}</b> <small>{s.you === null ? preset : t('golfpage.head.total')}</small>
        </p>
        <button type="button" class="icon" aria-label={t('web.page.menu')} onClick={() => open('menu')}>
          <Icon of="menu" />
        </button>
      </header>
      <Board
        scene={s}
        {...props.board}
        confirm={prefs.value.confirm}
        memory={prefs.value.memory}
        onKey={(e) => {
          if (e.key === '?') open('help')
          else if (e.key === 'c') open('card')
          else return props.onKey(e.key)
          return true
        }}
      />
      <nav class="foot" aria-label={t('web.page.actions')}>
        <button type="button" onClick={() => open('card')}>
          <Icon of="chart" />
          <span>{t('golfpage.result.card')}</span>
        </button>
        {props.actions}
        {g.phase === 'over' && (
          <button type="button" class="main" onClick={() => open('over')}>
            <Icon of="flag" />
            <span>{t('golfpage.result.hole-done')}</span>
          </button>
        )}
      </nav>

      {sheet === 'over' && hole && (
        <Dialog title={props.finished ? t('golfpage.result.match-over') : t('golf.event.hole-over', { N: s.scorecard.holes.length })} onClose={close} wide>
          {props.finished && (
            <>
              <p class="winners">{newsText([{ seq: 0, kind: 'match-over', seats: s.scorecard.winners }], g, s.seats, s.you)}</p>
              <Standings card={s.scorecard} seats={s.seats} you={s.you} />
            </>
          )}
          <HoleResult hole={hole} rules={g.rules} seats={s.seats} you={s.you} totals={s.scorecard.totals} />
          <div class="row">
            {props.onward}
            {props.finished && (
              <>
                <a class="button" href={props.replay}>
                  {t('golfpage.result.replay')}
                </a>
                <button type="button" class="button" onClick={() => void share(resultText(s.scorecard, s.seats, preset))}>
                  {t('golfpage.result.share-button')}
                </button>
                <button type="button" class="button" onClick={props.onDownload}>
                  {t('golfpage.result.download')}
                </button>
              </>
            )}
          </div>
          {props.finished && (
            <>
              {props.note}
              <Card card={s.scorecard} seats={s.seats} you={s.you} />
            </>
          )}
        </Dialog>
      )}
      {sheet === 'card' && (
        <Dialog title={t('golfpage.result.card')} onClose={close} wide>
          <Card card={s.scorecard} seats={s.seats} you={s.you} />
        </Dialog>
      )}
      {sheet === 'menu' && (
        <Dialog title={preset} onClose={close}>
          <ul class="menu">
            {props.first}
            <li>
              <button type="button" onClick={() => open('help')}>
                <Icon of="keys" />
                {t('golfpage.help.title')}
              </button>
            </li>
            <li>
              <button type="button" onClick={() => open('prefs')}>
                <Icon of="gear" />
                {t('golfpage.prefs.title')}
              </button>
            </li>
            <li>
              <a href="#golf/rules">
                <Icon of="book" />
                {t('golfpage.home.learn')}
              </a>
            </li>
            {props.last}
          </ul>
          <h3>{t('golfpage.home.rules')}</h3>
          <ul class="facts">
            {rulesLines(g.rules).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {bots.length > 0 && (
            <>
              <h3>{t('golfpage.home.bot')}</h3>
              <ul class="facts">
                {bots.map((seat) => (
                  <li key={seat.name}>
                    <b>{seat.name}</b> {t('bot.about.' + seat.bot)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Dialog>
      )}
      {sheet === 'help' && <HelpDialog onClose={close} />}
      {sheet === 'prefs' && <PrefsDialog onClose={close} />}
      {props.children}
    </main>
  )
}
