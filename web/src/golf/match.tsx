// A match on this device.
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'
import { announce } from '../state/announce'
import { visit } from '../state/route'
import { settings } from '../state/settings'
import { save, share, stayAwake } from '../state/ui'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { Board } from './board'
import { player, score } from './engine'
import { HelpDialog } from './help'
import { playNow } from './home'
import { act, advise, curtain, goesRound, kept, leave, news, next, practise, refused, rematch, remembered, scene, show, takeOver, worth } from './local'
import { prefs } from './prefs'
import { rulesText, type Score } from './protocol'
import { Card, HoleResult, resultText, Standings } from './result'
import { PrefsDialog } from './prefsdialog'
import { newsText, presetName, promptText, rulesLines, strokes } from './words'
import golf from 'birdie:golf'

type Sheet = 'card' | 'menu' | 'help' | 'prefs' | 'over' | null

/** Grids as they lie, counted by the engine. */
export function useShown(): [Score[] | null, (grids: string[], rules: string) => void] {
  const [shown, setShown] = useState<Score[] | null>(null)
  return [shown, (grids, rules) => void score(rules, grids).then(setShown)]
}

export function MatchView(_: ViewProps) {
  const s = scene.value
  const k = kept.value
  const [sheet, setSheet] = useState<Sheet>(null)
  const [shown, count] = useShown()
  const g = s?.golf

  useEffect(() => {
    document.title = `${t('golfpage.home.title')} · Birdie`
    if (settings.value.awake) stayAwake()
    if (!kept.value) {
      const last = remembered()
      if (last) void show(last)
      else void playNow()
    } else if (!scene.value) void show(kept.value)
    return () => {
      leave()
      document.title = 'Birdie'
    }
  }, [])

  useEffect(() => {
    if (!s || !g) return
    const parts = [newsText(news.value.events, g, s.seats, s.you), s.you !== null && g.legal.length ? promptText(g, s.seats) : '']
    const text = parts.filter(Boolean).join(' ')
    if (text && !curtain.value) announce(text)
    if (g.phase !== 'over') count(g.grids.map((cells) => cells.map((c) => c.card ?? '--').join(' ')), rulesText(g.rules))
    if (g.phase === 'over') {
      // The last cards are seen before they are counted.
      const timer = setTimeout(() => setSheet('over'), prefs.value.tempo === 'instant' ? 0 : 1600)
      return () => clearTimeout(timer)
    }
    setSheet((now) => (now === 'over' ? null : now))
    return
  }, [news.value.n])

  useEffect(() => {
    if (refused.value) announce(refused.value.why)
  }, [refused.value?.n])

  if (!s || !k || !g) return <main class="tablepage" aria-busy="true" />
  const close = () => setSheet(null)
  const preset = presetName(golf.presets.find((p) => rulesText(p.rules) === rulesText(g.rules))?.id ?? '')
  const target = Number(g.rules.target)
  const over = s.scorecard.winners.length > 0
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
        {k.practice && <span class="badge">{t('golfpage.advice.practice')}</span>}
        <p class="score">
          <b>{s.you === null ? '' : strokes(g.totals[s.you] ?? 0)}</b> <small>{s.you === null ? preset : t('golfpage.head.total')}</small>
        </p>
        <button type="button" class="icon" aria-label={t('web.page.menu')} onClick={() => setSheet('menu')}>
          <Icon of="menu" />
        </button>
      </header>
      <Board
        scene={s}
        news={news.value}
        refused={refused.value}
        worth={worth.value}
        shown={shown}
        confirm={prefs.value.confirm}
        memory={prefs.value.memory}
        {...(curtain.value !== null ? { focus: curtain.value } : {})}
        {...(s.you !== null ? { onAct: act } : {})}
        onKey={(e) => {
          if (e.key === '?') setSheet('help')
          else if (e.key === 'h') void advise()
          else if (e.key === 'c') setSheet('card')
          else return false
          return true
        }}
      />
      <nav class="foot" aria-label={t('web.page.actions')}>
        <button type="button" onClick={() => setSheet('card')}>
          <Icon of="chart" />
          <span>{t('golfpage.result.card')}</span>
        </button>
        {!goesRound(k) && (
          <button type="button" aria-pressed={k.practice} onClick={() => practise(!k.practice)}>
            <Icon of="bulb" />
            <span>{t('golfpage.advice.adviser')}</span>
          </button>
        )}
        {g.phase === 'over' && (
          <button type="button" class="main" onClick={() => setSheet('over')}>
            <Icon of="flag" />
            <span>{t('golfpage.result.hole-done')}</span>
          </button>
        )}
      </nav>

      {curtain.value !== null && (
        <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain">
          <div class="paper">
            <h2 id="curtain">{t('golfpage.device.hand-over', { Player: s.seats[curtain.value]?.name ?? '' })}</h2>
            <p>{t('golfpage.device.hidden')}</p>
            <button type="button" class="button main" autoFocus ref={(e: HTMLButtonElement | null) => e?.focus()} onClick={() => void takeOver()}>
              {t('golfpage.device.here', { Player: s.seats[curtain.value]?.name ?? '' })}
            </button>
          </div>
        </div>
      )}

      {sheet === 'over' && (
        <OverDialog
          onClose={close}
          title={over ? t('golfpage.result.match-over') : t('golf.event.hole-over', { N: g.hole })}
        >
          {over && <p class="winners">{newsText([{ seq: 0, kind: 'match-over', seats: s.scorecard.winners }], g, s.seats, s.you)}</p>}
          {over && <Standings card={s.scorecard} seats={s.seats} you={s.you} />}
          <HoleResult hole={s.scorecard.holes.at(-1)!} rules={g.rules} seats={s.seats} you={s.you} totals={s.scorecard.totals} />
          <div class="row">
            {over ? (
              <>
                <button type="button" class="button main" onClick={() => (close(), void rematch())}>
                  <Icon of="play" />
                  {t('golfpage.result.rematch')}
                </button>
                <a class="button" href={`#golf/replay/${k.id}`}>
                  {t('golfpage.result.replay')}
                </a>
                <button type="button" class="button" onClick={() => void share(resultText(s.scorecard, s.seats, preset))}>
                  {t('golfpage.result.share-button')}
                </button>
                <button type="button" class="button" onClick={() => void player.text('record here\n' + s.seats.map((x) => x.name).join('\n')).then((text) => save(`birdie-${k.id}.json`, text, 'application/json'))}>
                  {t('golfpage.result.download')}
                </button>
              </>
            ) : (
              <button type="button" class="button main" data-do="next" autofocus onClick={() => (close(), void next())}>
                {t('golfpage.result.next')}
              </button>
            )}
          </div>
          {over && <Card card={s.scorecard} seats={s.seats} you={s.you} />}
        </OverDialog>
      )}
      {sheet === 'card' && (
        <Dialog title={t('golfpage.result.card')} onClose={close} wide>
          <Card card={s.scorecard} seats={s.seats} you={s.you} />
        </Dialog>
      )}
      {sheet === 'menu' && (
        <Dialog title={preset} onClose={close}>
          <ul class="facts">
            {rulesLines(g.rules).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <ul class="menu">
            <li>
              <button type="button" onClick={() => setSheet('help')}>
                <Icon of="keys" />
                {t('golfpage.help.title')}
              </button>
            </li>
            <li>
              <button type="button" onClick={() => setSheet('prefs')}>
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
            <li>
              <button type="button" onClick={() => visit('golf')}>
                <Icon of="back" />
                {t('golfpage.device.leave')}
              </button>
            </li>
          </ul>
        </Dialog>
      )}
      {sheet === 'help' && <HelpDialog onClose={close} />}
      {sheet === 'prefs' && <PrefsDialog onClose={close} />}
    </main>
  )
}

export function OverDialog({ title, onClose, children }: { title: string; onClose: () => void; children: preact.ComponentChildren }) {
  return (
    <Dialog title={title} onClose={onClose} wide>
      {children}
    </Dialog>
  )
}
