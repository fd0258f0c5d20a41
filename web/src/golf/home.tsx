// Where a table is found: play at once, invite friends, hand the device on.
import golf from 'birdie:golf'
import { useState } from 'preact/hooks'
import { lang, t } from '../i18n'
import { visit } from '../state/route'
import { Select } from '../ui/fields'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { BotSelect } from './botselect'
import { forget, keptMatches, nameOf, newMatch, opponents, show } from './local'
import { Lobby } from './online/lobby'
import { prefer, prefs } from './prefs'
import { rulesText } from './protocol'
import { botCall, distinct, presetName } from './words'

/** A company of which no two play alike. */
const assorted = ['medium', 'bold', 'cautious', 'collector', 'easy', 'dreamer', 'spoiler']

/** Deals at once: the rules and opponents of the last time. */
export async function playNow(): Promise<void> {
  const p = prefs.value
  const preset = golf.presets.find((x) => x.id === p.preset) ?? golf.presets[0]
  if (!preset) return
  await newMatch(rulesText(preset.rules), [{ name: p.name || t('golfpage.home.you') }, ...opponents(p.bots)])
  visit('golf/play')
}

/** What the page's first view shows of tables: matches that wait, and tables to join. */
export function TablesNow(_: ViewProps) {
  return (
    <>
      <Continue heading="h3" />
      <Lobby heading="h3" />
    </>
  )
}

/** Matches on this device that can be gone on with. */
function Continue({ heading: H = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const [matches, setMatches] = useState(() => keptMatches().filter((k) => !k.over))
  if (matches.length === 0) return null
  return (
    <>
      <H>{t('golfpage.home.continue')}</H>
      <ul class="continue">
        {matches.map((k) => (
          <li key={k.id}>
            <button
              type="button"
              onClick={() => {
                void show(k)
                visit('golf/play')
              }}
            >
              <Icon of="play" />
              <span>
                <b>{k.players.map(nameOf).join(', ')}</b>
                <small>{t('golfpage.home.at-hole', { N: k.hole })}</small>
              </span>
            </button>
            <button
              type="button"
              class="icon"
              aria-label={t('golfpage.home.forget')}
              onClick={() => {
                forget(k.id)
                setMatches(matches.filter((x) => x !== k))
              }}
            >
              <Icon of="cross" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

export function HomeView(_: ViewProps) {
  const p = prefs.value
  const same = p.bots.every((b) => b === p.bots[0])
  return (
    <View title={t('golfpage.home.title')} wide back="#">
      <p class="lead">{t('golfpage.home.about')}</p>
      <div class="row">
        <button type="button" class="button main" data-do="play" onClick={() => void playNow()}>
          <Icon of="play" />
          {t('golfpage.home.play')}
        </button>
      </div>
      <p class="small">{t('golfpage.home.play-note', { N: p.bots.length, Rules: presetName(p.preset), Players: new Intl.ListFormat(lang.value).format(distinct(p.bots.map(botCall))) })}</p>
      <div class="fields">
        <Select label={t('golfpage.home.rules')} value={p.preset} values={golf.presets.map((x) => [x.id, presetName(x.id)])} onChange={(preset) => prefer({ preset })} />
        <Select
          label={t('golfpage.home.opponents')}
          value={String(p.bots.length)}
          values={[1, 2, 3, 4, 5, 6, 7].map((n) => [String(n), String(n)])}
          onChange={(n) => prefer({ bots: Array.from({ length: Number(n) }, (_, i) => p.bots[i] ?? p.bots[0] ?? 'medium') })}
        />
        <BotSelect label={t('golfpage.home.bot')} value={same ? (p.bots[0] ?? '') : ''} mixed onChange={(bot) => prefer({ bots: p.bots.map((_, i) => bot || (assorted[i % assorted.length] ?? 'medium')) })} />
      </div>
      {p.bots.length > 1 && (
        <details class="options">
          <summary>{t('golfpage.home.each')}</summary>
          <div class="fields">
            {p.bots.map((bot, i) => (
              <BotSelect key={i} label={t('golfpage.home.nth', { N: i + 1 })} value={bot} onChange={(b) => prefer({ bots: p.bots.map((x, j) => (j === i ? b : x)) })} />
            ))}
          </div>
        </details>
      )}
      <Continue />
      <h2>{t('golfpage.home.together')}</h2>
      <ul class="menu">
        <li>
          <a href="#golf/new/online">
            <Icon of="share" />
            <span>
              <b>{t('golfpage.home.invite')}</b>
              <small>{t('golfpage.home.invite-note')}</small>
            </span>
          </a>
        </li>
        <li>
          <a href="#golf/new/device">
            <Icon of="seats" />
            <span>
              <b>{t('golfpage.home.device')}</b>
              <small>{t('golfpage.home.device-note')}</small>
            </span>
          </a>
        </li>
        <li>
          <a href="#golf/rules">
            <Icon of="book" />
            <span>
              <b>{t('golfpage.home.learn')}</b>
              <small>{t('golfpage.home.learn-note')}</small>
            </span>
          </a>
        </li>
      </ul>
      <Lobby />
    </View>
  )
}
