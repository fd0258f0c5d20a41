// A match on this device.
import { useEffect } from 'preact/hooks'
import { t } from '../i18n'
import { announce } from '../state/announce'
import { visit } from '../state/route'
import { save } from '../state/ui'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { player } from './engine'
import { playNow } from './home'
import { act, advise, curtain, goesRound, kept, leave, news, next, practise, refused, rematch, remembered, scene, show, takeOver, worth } from './local'
import { TablePage, useMatch } from './tablepage'
import { newsText, promptText } from './words'

export function MatchView(_: ViewProps) {
  const s = scene.value
  const k = kept.value
  const g = s?.golf
  const { sheet, open, shown } = useMatch(s, news.value, g?.phase === 'over')

  useEffect(() => {
    document.title = `${t('golfpage.home.title')} · Birdie`
    if (!kept.value) {
      const last = remembered()
      if (last) void show(last)
      else void playNow()
    } else if (!scene.value) void show(kept.value)
    return leave
  }, [])

  useEffect(() => {
    if (!s || !g) return
    const parts = [newsText(news.value.events, g, s.seats, s.you), s.you !== null && g.legal.length ? promptText(g, s.seats) : '']
    const text = parts.filter(Boolean).join(' ')
    if (text && !curtain.value) announce(text)
  }, [news.value.n])

  useEffect(() => {
    if (refused.value) announce(refused.value.why)
  }, [refused.value?.n])

  if (!s || !k || !g) return <main class="tablepage" aria-busy="true" />
  const close = () => open(null)
  const finished = s.scorecard.winners.length > 0
  const called = curtain.value === null ? '' : (s.seats[curtain.value]?.name ?? '')
  return (
    <TablePage
      scene={s}
      sheet={sheet}
      open={open}
      badge={k.practice ? t('golfpage.advice.practice') : ''}
      board={{
        news: news.value,
        refused: refused.value,
        worth: worth.value,
        shown,
        ...(curtain.value !== null ? { focus: curtain.value } : {}),
        ...(s.you !== null ? { onAct: act } : {}),
      }}
      onKey={(key) => {
        if (key !== 'h') return false
        void advise()
        return true
      }}
      actions={
        !goesRound(k) && (
          <button type="button" aria-pressed={k.practice} onClick={() => practise(!k.practice)}>
            <Icon of="bulb" />
            <span>{t('golfpage.advice.adviser')}</span>
          </button>
        )
      }
      last={
        <li>
          <button type="button" onClick={() => visit('golf')}>
            <Icon of="back" />
            {t('golfpage.device.leave')}
          </button>
        </li>
      }
      finished={finished}
      onward={
        finished ? (
          <button type="button" class="button main" data-do="rematch" onClick={() => (close(), void rematch())}>
            <Icon of="play" />
            {t('golfpage.result.rematch')}
          </button>
        ) : (
          <button type="button" class="button main" data-do="next" autofocus onClick={() => (close(), void next())}>
            {t('golfpage.result.next')}
          </button>
        )
      }
      replay={`#golf/replay/${k.id}`}
      onDownload={() => void player.text('record here\n' + s.seats.map((x) => x.name).join('\n')).then((text) => save(`birdie-${k.id}.json`, text, 'application/json'))}
    >
      {curtain.value !== null && (
        <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="curtain">
          <div class="paper">
            <h2 id="curtain">{t('golfpage.device.hand-over', { Player: called })}</h2>
            <p>{t('golfpage.device.hidden')}</p>
            <button type="button" class="button main" autoFocus ref={(e: HTMLButtonElement | null) => e?.focus()} onClick={() => void takeOver()}>
              {t('golfpage.device.here', { Player: called })}
            </button>
          </div>
        </div>
      )}
    </TablePage>
  )
}
