// Choosing rules: presets first, every house rule behind a fold. Which options
// there are comes from the engine, and whether they go together it says.
import golf from 'birdie:golf'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'
import { Select, Switch } from '../ui/fields'
import { ask, player, type Checked } from './engine'
import { rulesText, type Rules } from './protocol'
import { presetName, valueText } from './words'

export type Chosen = Record<string, string>

export const presetRules = (id: string): Chosen => ({ ...(golf.presets.find((p) => p.id === id) ?? golf.presets[0])?.rules })

const same = (a: Chosen, b: Chosen) => Object.keys(a).every((k) => a[k] === b[k])

/** The rules as the server takes them. */
export function asRules(chosen: Chosen): Rules {
  const rules: Rules = {}
  for (const o of golf.options) {
    const value = chosen[o.id] ?? ''
    rules[o.id] = o.words === null ? Number(value) : o.words.length === 2 && o.words[0] === 'off' && o.words[1] === 'on' ? value === 'on' : value
  }
  return rules
}

export interface Fault {
  option: string
  against: string
}

export function RulesForm({ rules, players, onChange, onFault }: { rules: Chosen; players: number; onChange: (rules: Chosen) => void; onFault: (fault: Fault | null) => void }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const text = rulesText(rules)
  useEffect(() => {
    let stale = false
    ask<Checked>(player, `check ${players} ${text}`).then(
      (c) => {
        if (stale) return
        setChecked(c)
        onFault(c.ok ? null : { option: c.option ?? '', against: c.against ?? '' })
      },
      () => {},
    )
    return () => {
      stale = true
    }
  }, [text, players])

  const preset = golf.presets.find((p) => same(p.rules, { ...rules, holes: p.rules.holes ?? '', target: p.rules.target ?? '', ties: p.rules.ties ?? '' }))?.id ?? ''
  const set = (id: string, value: string) => {
    const next = { ...rules, [id]: value }
    // One of them says when the match ends.
    if (id === 'target') next.holes = value === '0' ? '9' : '0'
    if (id === 'holes') next.target = '0'
    onChange(next)
  }
  const numbers = (id: string, low: number, high: number): string[] => {
    if (id === 'target') return ['0', '50', '75', '100', '150', '200']
    if (id === 'holes') return ['1', '3', '6', '9', '12', '18']
    return Array.from({ length: high - low + 1 }, (_, i) => String(low + i))
  }
  const house = golf.options.filter((o) => o.id !== 'holes')
  return (
    <>
      <fieldset class="presets">
        <legend>{t('golfpage.home.rules')}</legend>
        {golf.presets.map((p) => (
          <label key={p.id}>
            <input type="radio" name="golf-preset" checked={p.id === preset} onChange={() => onChange({ ...p.rules, holes: rules.holes ?? '9', target: rules.target ?? '0', ties: rules.ties ?? 'shared' })} />
            <span>{presetName(p.id)}</span>
          </label>
        ))}
      </fieldset>
      <p class="small intro">{preset ? t('golfpage.preset.' + preset) : t('web.page.own-rules')}</p>
      {checked?.ok && !checked.recommended && <p class="small">{t('golfpage.setup.not-recommended')}</p>}
      <div class="fields">
        <Select label={t('golf.option.holes')} value={rules.holes === '0' ? '' : (rules.holes ?? '9')} values={[...(rules.holes === '0' ? ([['', valueText('holes', 0)]] as [string, string][]) : []), ...numbers('holes', 1, 18).map((n): [string, string] => [n, n])]} onChange={(n) => n && set('holes', n)} />
      </div>
      <details class="options">
        <summary>{t('golfpage.setup.house')}</summary>
        {house.map((o) => {
          const value = rules[o.id] ?? ''
          const note = t('golfpage.option.' + o.id)
          if (o.words?.length === 2 && o.words[0] === 'off' && o.words[1] === 'on') {
            return <Switch key={o.id} label={t('golf.option.' + o.id)} note={note} value={value === 'on'} onChange={(on) => set(o.id, on ? 'on' : 'off')} />
          }
          const values = o.words ?? numbers(o.id, o.low, o.high)
          return (
            <div key={o.id} class="optioned">
              <Select label={t('golf.option.' + o.id)} value={value} values={[...new Set([...values, value])].map((v) => [v, valueText(o.id, v)])} onChange={(v) => set(o.id, v)} />
              <small>{note}</small>
            </div>
          )
        })}
      </details>
    </>
  )
}

export function faultText(fault: Fault): string {
  const option = t('golf.option.' + fault.option)
  return fault.against ? t('golfpage.setup.contradiction', { A: option, B: t('golf.option.' + fault.against) }) : t('golfpage.setup.impossible', { A: option })
}
