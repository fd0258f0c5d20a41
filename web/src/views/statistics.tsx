// Statistics: what was played from the first move on, with plots.
import presets from 'birdie:presets'
import { useEffect, useState } from 'preact/hooks'
import { decimal, percent, signed, t } from '../i18n'
import { daysPlayed, streaks } from '../state/daily'
import { allResults, clearResults, putResult, resultsChanged, type Result } from '../state/results'
import { pastRounds } from '../state/round'
import { save, say } from '../state/ui'
import { write } from '../state/storage'
import { Select } from '../ui/fields'
import type { ViewProps } from '../ui/lazy'
import { Histogram, Lines } from '../ui/plot'
import { View } from '../ui/view'
import { rulesName } from './words'

/** Games won in a row: now, and the most ever. */
export function winStreaks(results: Result[]): { current: number; longest: number } {
  let current = 0
  let longest = 0
  for (const r of results) {
    current = r.state === 'won' ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return { current, longest }
}

/** Mean of the last few values, for each place. */
function smooth(values: number[], span: number): number[] {
  return values.map((_, i) => {
    const part = values.slice(Math.max(0, i - span + 1), i + 1)
    return part.reduce((a, b) => a + b, 0) / part.length
  })
}

export function StatisticsView(_: ViewProps) {
  const [all, setAll] = useState<Result[] | null>(null)
  const [rules, setRules] = useState('')
  const [sure, setSure] = useState(false)
  useEffect(() => void allResults().then(setAll), [resultsChanged.value])
  if (!all) return null
  const counted = all.filter((r) => !r.again && (rules === '' || r.rules === rules))
  const won = counted.filter((r) => r.state === 'won')
  const clean = won.filter((r) => r.undos === 0 && r.hints === 0)
  const strokes = counted.map((r) => r.strokes)
  const mean = strokes.reduce((a, b) => a + b, 0) / (strokes.length || 1)
  const { current, longest } = winStreaks(counted)
  const daily = streaks(all)
  const used = [...new Set(all.map((r) => r.rules))]
  const name = (text: string) => rulesName(presets.find((p) => p.rules === text)?.id ?? '')

  const bars = Array.from({ length: 16 + 1 + 35 }, (_, i) => ({ x: i - 16, n: strokes.filter((s) => s === i - 16).length }))
  const low = bars.findIndex((b) => b.n > 0)
  const high = bars.findLastIndex((b) => b.n > 0)

  const exported = () => save('birdie.json', JSON.stringify({ birdie: 1, results: all, rounds: pastRounds.value }, null, 1), 'application/json')
  const imported = async (file: File | undefined) => {
    if (!file) return
    try {
      const data = JSON.parse(await file.text()) as { birdie?: number; results?: Result[]; rounds?: typeof pastRounds.value }
      if (data.birdie !== 1 || !Array.isArray(data.results)) throw new Error('format')
      for (const r of data.results) if (typeof r.id === 'string' && typeof r.code === 'string') await putResult(r)
      const known = new Set(pastRounds.value.map((r) => r.id))
      pastRounds.value = [...pastRounds.value, ...(data.rounds ?? []).filter((r) => !known.has(r.id))]
      write('rounds', pastRounds.value)
      say(t('web.statistics.imported', { N: data.results.length }))
    } catch {
      say(t('web.statistics.not-imported'))
    }
  }

  return (
    <View title={t('web.statistics.title')} wide>
      {used.length > 1 && <Select label={t('web.new.rules')} value={rules} values={[['', t('web.statistics.all')], ...used.map((u) => [u, name(u)] as [string, string])]} onChange={setRules} />}
      {counted.length === 0 ? (
        <p>{t('web.statistics.none')}</p>
      ) : (
        <>
          <dl class="tally big">
            <Figure label={t('web.statistics.played')} value={String(counted.length)} />
            <Figure label={t('web.statistics.won')} value={`${won.length} (${percent(won.length / counted.length)})`} />
            <Figure label={t('web.statistics.clean')} value={String(clean.length)} />
            <Figure label={t('web.statistics.mean')} value={decimal(mean, 1)} />
            <Figure label={t('web.statistics.nine')} value={decimal(9 * mean, 0)} />
            <Figure label={t('web.statistics.best')} value={signed(Math.min(...strokes))} />
            <Figure label={t('web.statistics.run')} value={String(Math.max(...counted.map((r) => r.longest)))} />
            <Figure label={t('web.statistics.row')} value={`${current} / ${longest}`} />
            <Figure label={t('web.statistics.days')} value={`${daily.current} / ${daily.longest}`} />
          </dl>
          <figure>
            <figcaption>{t('web.statistics.distribution')}</figcaption>
            <Histogram bars={bars.slice(low, high + 1)} label={t('web.statistics.distribution-label', { N: counted.length, Mean: decimal(mean, 1) })} />
          </figure>
          {counted.length > 2 && (
            <figure>
              <figcaption>{t('web.statistics.development')}</figcaption>
              <Lines values={smooth(strokes, 10)} label={t('web.statistics.development-label')} format={(v) => decimal(v, 0)} />
            </figure>
          )}
          {used.length > 1 && rules === '' && (
            <div class="scroll" tabIndex={0} role="group" aria-label={t('web.statistics.by-rules')}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('web.new.rules')}</th>
                    <th scope="col">{t('web.statistics.played')}</th>
                    <th scope="col">{t('web.statistics.won')}</th>
                    <th scope="col">{t('web.statistics.mean')}</th>
                  </tr>
                </thead>
                <tbody>
                  {used.map((u) => {
                    const of = counted.filter((r) => r.rules === u)
                    const w = of.filter((r) => r.state === 'won').length
                    return (
                      <tr key={u}>
                        <th scope="row">{name(u)}</th>
                        <td>{of.length}</td>
                        <td>{of.length ? percent(w / of.length) : '–'}</td>
                        <td>{of.length ? decimal(of.reduce((a, r) => a + r.strokes, 0) / of.length, 1) : '–'}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </div>
          )}
          <h2>{t('web.statistics.last')}</h2>
          <ul class="list">
            {counted
              .slice(-12)
              .reverse()
              .map((r) => (
                <li key={r.id}>
                  <a href={`#replay/${r.code}.${r.actions}`}>
                    <b>{signed(r.strokes)}</b> {r.code} · {t('patience.state.' + r.state)}
                  </a>
                </li>
              ))}
          </ul>
        </>
      )}
      <p class="small">{t('web.statistics.rule', { N: daysPlayed(all).size })}</p>
      <div class="row noprint">
        <button type="button" class="button" onClick={exported}>
          {t('web.statistics.export')}
        </button>
        <label class="button">
          {t('web.statistics.import')}
          <input class="unseen" type="file" accept="application/json,.json" onChange={(e) => void imported(e.currentTarget.files?.[0])} />
        </label>
        <button
          type="button"
          class="button"
          onClick={() => {
            if (sure) void clearResults()
            setSure(!sure)
          }}
        >
          {t(sure ? 'web.statistics.really' : 'web.statistics.clear')}
        </button>
      </div>
    </View>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
