// The daily deal: a month at a glance, streaks, and every past day to play.
import { useEffect, useState } from 'preact/hooks'
import { lang, signed, t } from '../i18n'
import { playDay, streaks, today } from '../state/daily'
import { allResults, resultsChanged, type Result } from '../state/results'
import { visit } from '../state/route'
import { chosenRules } from '../state/settings'
import { Select } from '../ui/fields'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { presetOf } from './newgame'
import presets from 'birdie:presets'
import { rulesName } from './words'

/** Daily deals go back to here. */
const firstDay = '2026-01-01'

export function DailyView(_: ViewProps) {
  const now = today()
  const [results, setResults] = useState<Result[]>([])
  const [month, setMonth] = useState(now.slice(0, 7))
  const [rules, setRules] = useState(chosenRules())
  useEffect(() => void allResults().then(setResults), [resultsChanged.value])
  const { current, longest } = streaks(results, now)
  const of = new Map(results.filter((r) => r.kind === 'daily' && r.rules === rules).map((r) => [r.day, r]))

  const first = new Date(month + '-01T00:00:00Z')
  const lead = (first.getUTCDay() + 6) % 7
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const turnTo = (n: number) => setMonth(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1)).toISOString().slice(0, 7))
  const weekday = new Intl.DateTimeFormat(lang.value, { weekday: 'short', timeZone: 'UTC' })
  const play = async (day: string) => {
    await playDay(day, rules)
    visit('patience')
  }
  const custom = presetOf(rules) === '' ? [[rules, t('web.page.own-rules')] as [string, string]] : []

  return (
    <View title={t('web.daily.title')}>
      <p>{t('web.daily.about')}</p>
      <Select label={t('web.new.rules')} value={rules} values={[...custom, ...presets.map((p) => [p.rules, rulesName(p.id)] as [string, string])]} onChange={setRules} />
      <div class="row">
        <button type="button" class="button main" onClick={() => void play(now)}>
          <Icon of="play" />
          {t(of.has(now) ? 'web.daily.again' : 'web.daily.today')}
        </button>
      </div>
      <dl class="tally big">
        <div>
          <dt>{t('web.daily.streak')}</dt>
          <dd>{current}</dd>
        </div>
        <div>
          <dt>{t('web.daily.longest')}</dt>
          <dd>{longest}</dd>
        </div>
        <div>
          <dt>{t('web.daily.won')}</dt>
          <dd>{[...of.values()].filter((r) => r.state === 'won').length}</dd>
        </div>
      </dl>
      <div class="month">
        <button type="button" class="icon" aria-label={t('web.daily.earlier')} disabled={month <= firstDay.slice(0, 7)} onClick={() => turnTo(-1)}>
          <Icon of="back" />
        </button>
        <h2 aria-live="polite">{first.toLocaleDateString(lang.value, { month: 'long', year: 'numeric', timeZone: 'UTC' })}</h2>
        <button type="button" class="icon" aria-label={t('web.daily.later')} disabled={month >= now.slice(0, 7)} onClick={() => turnTo(1)}>
          <Icon of="next" />
        </button>
      </div>
      <div class="calendar">
        {Array.from({ length: 7 }, (_, i) => (
          <span key={i} class="weekday" aria-hidden="true">
            {weekday.format(new Date(Date.UTC(2024, 0, 1 + i)))}
          </span>
        ))}
        {Array.from({ length: days }, (_, i) => {
          const day = `${month}-${String(i + 1).padStart(2, '0')}`
          const r = of.get(day)
          const state = r ? (r.state === 'won' ? 'won' : 'lost') : ''
          return (
            <button
              key={day}
              type="button"
              class={`day ${state}${day === now ? ' now' : ''}`}
              style={i === 0 ? { gridColumnStart: lead + 1 } : undefined}
              disabled={day > now || day < firstDay}
              aria-label={`${new Date(day).toLocaleDateString(lang.value, { dateStyle: 'full', timeZone: 'UTC' })}${r ? ': ' + t('patience.state.' + r.state) : ''}`}
              onClick={() => void play(day)}
            >
              <b>{i + 1}</b>
              <small>{r ? signed(r.strokes) : ''}</small>
            </button>
          )
        })}
      </div>
      <p class="small">{t('web.daily.rule')}</p>
    </View>
  )
}

