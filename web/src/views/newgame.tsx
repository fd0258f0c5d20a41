// The window for a new game: rules, deal, and everything that can be gone on with.
import presets from 'birdie:presets'
import { useEffect, useRef, useState } from 'preact/hooks'
import { thinker } from '../engine/client'
import { formatRules, optionNames, parseRules, type Rules } from '../engine/protocol'
import { t } from '../i18n'
import { playDay, today } from '../state/daily'
import { deal } from '../state/play'
import { startRound } from '../state/round'
import { change, chosenRules, settings } from '../state/settings'
import { randomSeed } from '../state/storage'
import { dialog } from '../state/ui'
import { Dialog } from '../ui/dialog'
import { Select, Switch } from '../ui/fields'
import { Icon } from '../ui/icon'
import { Kept } from './kept'
import { faultText, valueName } from './words'

const values: Record<keyof Rules, string[]> = {
  king: ['wrap', 'queen', 'closed'],
  draw: ['anytime', 'when-stuck'],
  jokers: ['0', '1', '2'],
  opening: ['dealt', 'free'],
  scoring: ['points', 'strokes', 'win-loss'],
  undo: ['unlimited', '100', '10', '3', '1', 'off'],
  par: ['36', '45'],
}

export const presetOf = (rules: string): string => presets.find((p) => p.rules === rules)?.id ?? ''

export function NewDialog() {
  const [rules, setRules] = useState(chosenRules())
  const [source, setSource] = useState('')
  const [fault, setFault] = useState('')
  const [tried, setTried] = useState(-1)
  const skip = useRef(false)
  const preset = presetOf(rules)
  const r = parseRules(rules)

  const close = () => {
    skip.current = true
    if (tried >= 0) thinker.stop()
    dialog.value = null
  }
  useEffect(() => () => void (skip.current = true), [])

  const start = async (event?: Event) => {
    event?.preventDefault()
    change({ rules })
    const typed = source.trim()
    if (typed) {
      // A code that carries rules keeps them; a number or a board takes the chosen ones.
      let reply = await deal({ rules: '*', source: typed })
      if (!reply && !/^\s*go/i.test(typed)) reply = await deal({ rules, source: typed })
      if (reply) setFault(faultText(reply.why, reply.detail))
      else close()
      return
    }
    let code = ''
    if (settings.value.winnable) {
      skip.current = false
      for (let n = 0; !code && !skip.current; n++) {
        setTried(n)
        const reply = await thinker.ask(`try ${rules} ${randomSeed()}`).catch(() => null)
        if (!reply || reply.verdict !== 'ok') break
        if (reply.fields.get('winnable') === '1') code = reply.fields.get('code') ?? ''
      }
      setTried(-1)
      if (dialog.value !== 'new') return
    }
    const reply = await deal({ rules, ...(code ? { source: code } : {}) })
    if (reply) setFault(faultText(reply.why, reply.detail))
    else close()
  }

  return (
    <Dialog title={t('web.new.title')} onClose={close} wide>
      <form onSubmit={start}>
        <Kept onGo={close} />

        <fieldset class="presets">
          <legend>{t('web.new.rules')}</legend>
          {presets.map((p) => (
            <label key={p.id}>
              <input type="radio" name="preset" checked={p.rules === rules} onChange={() => setRules(p.rules)} />
              <span>
                {t('patience.preset.' + p.id)}
              </span>
            </label>
          ))}
        </fieldset>
        <p class="intro" aria-live="polite">
          {t('rules.intro.' + (preset || 'own'))}
        </p>

        <details class="options">
          <summary>{preset ? t('web.new.options') : t('web.new.own-options')}</summary>
          <div class="grid">
            {optionNames.map((o) => (
              <Select
                key={o}
                label={t('patience.option.' + o)}
                value={r[o]}
                values={(values[o].includes(r[o]) ? values[o] : [r[o], ...values[o]]).map((v) => [v, valueName(o, v)])}
                onChange={(v) => setRules(formatRules({ ...r, [o]: v }))}
              />
            ))}
          </div>
        </details>

        <Switch label={t('web.new.winnable')} note={t('web.new.winnable-note')} value={settings.value.winnable} onChange={(winnable) => change({ winnable })} />

        <label class="field">
          <span>{t('web.new.code')}</span>
          <textarea
            rows={source.includes('\n') ? 9 : 1}
            value={source}
            placeholder="GO1-E-AAAAAAB · pysol:24"
            spellcheck={false}
            autocapitalize="characters"
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'fault' : undefined}
            onInput={(e) => {
              setSource(e.currentTarget.value)
              setFault('')
            }}
            onKeyDown={(e) => {
              if (e.key === 'Enter' && !source.includes('\n')) void start(e)
            }}
          />
          <small>{t('web.new.code-note')}</small>
        </label>
        {fault && (
          <p class="fault" id="fault" role="alert">
            {fault}
          </p>
        )}

        <div class="row three">
          <button
            type="button"
            class="button"
            onClick={() => {
              change({ rules })
              close()
              void playDay(today(), rules)
            }}
          >
            <Icon of="day" />
            {t('web.new.daily')}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              change({ rules })
              close()
              void startRound(rules, preset, 'round', false)
            }}
          >
            <Icon of="flag" />
            {t('web.new.round')}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              change({ rules })
              close()
              location.hash = 'round'
            }}
          >
            <Icon of="two" />
            {t('web.new.tournament')}
          </button>
        </div>
        <p class="small">{t('web.new.leaving')}</p>
        {tried >= 0 ? (
          <div class="search" role="status">
            <span>{t('web.new.searching', { N: tried + 1 })}</span>
            <button type="button" class="button" onClick={() => (skip.current = true)}>
              {t('web.new.skip')}
            </button>
          </div>
        ) : (
          <div class="row start">
            <button type="submit" class="button main">
              <Icon of="plus" />
              {t('web.new.start')}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  )
}
