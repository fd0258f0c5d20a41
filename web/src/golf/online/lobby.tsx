// Finding a table of the server: by its code, or among those that are listed.
import { useEffect, useState } from 'preact/hooks'
import { t } from '../../i18n'
import { visit } from '../../state/route'
import { Icon } from '../../ui/icon'
import type { Listing } from '../protocol'
import { rulesName } from '../words'
import { call, tables } from './api'
import { seatName } from './state'
import { problemText } from './words'

/** What is meant by a code or link: a link may have words before it, and a code blanks
 * and dashes in it. */
const meant = (text: string): string =>
  text
    .toLowerCase()
    .replace(/.*#t\//s, '')
    .replace(/[^a-z0-9]/g, '')

/** Tables that are shown stay where they are: somebody may be about to choose one. */
const settled = (shown: Listing[] | null, now: Listing[]): Listing[] => {
  const place = (l: Listing) => (shown ?? []).findIndex((old) => old.table === l.table)
  return [...now.filter((l) => place(l) >= 0).sort((a, b) => place(a) - place(b)), ...now.filter((l) => place(l) < 0)]
}

export function Lobby({ heading: H = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const [list, setList] = useState<Listing[] | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let stale = false
    const load = () =>
      void tables().then(({ value }) => {
        if (!stale && value) setList((shown) => settled(shown, value))
      })
    load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), 10_000)
    return () => {
      stale = true
      clearInterval(timer)
    }
  }, [])
  const join = async (event: Event) => {
    event.preventDefault()
    const typed = meant(code)
    setProblem('')
    if (!typed) return
    if (typed.length === 10) return visit('t/-/' + typed) // from another device
    if (typed.length > 6) return visit('t/' + typed)
    const found = await call<{ table: string }>('GET', 'codes/' + encodeURIComponent(typed))
    if (found.value) visit('t/' + found.value.table)
    else setProblem(problemText(found.code))
  }
  return (
    <>
      <form class="prompt" onSubmit={(e) => void join(e)}>
        <label class="field">
          <span>{t('golfpage.table.code')}</span>
          <input value={code} autocapitalize="none" autocomplete="off" spellcheck={false} onInput={(e) => setCode(e.currentTarget.value)} />
        </label>
        <button type="submit" class="button">
          {t('golfpage.table.join')}
        </button>
      </form>
      {problem && (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
      {list && (
        <section class="open">
          <H>{t('golfpage.table.open')}</H>
          <ul class="menu">
            {list.map((l) => (
              <li key={l.table}>
                <a href={'#t/' + l.table}>
                  <Icon of="seats" />
                  <span>
                    <b>{rulesName(l.settings.rules)}</b>
                    <small>
                      {[l.seats.map(seatName).filter(Boolean).join(', '), t('golfpage.table.taken', { N: l.seats.filter((s) => seatName(s)).length, Of: l.settings.seats }), t('table.phase.' + l.phase)].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                  <Icon of="next" />
                </a>
              </li>
            ))}
          </ul>
          {list.length === 0 && <p class="small">{t('golfpage.table.none-open')}</p>}
        </section>
      )}
    </>
  )
}
