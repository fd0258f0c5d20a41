// The first game, step by step: on the deal the rules are explained with, as far
// as its first run. It can be skipped, and playing something else ends it.
import { t } from '../i18n'
import { position_, saved } from '../state/play'
import { change, settings } from '../state/settings'

export const tourCode = 'GO1-E-AAAAAAB'

/** What is said after so many of these moves, and what is to be touched then. */
const moves = 'd52'
const steps = ['web.tour.draw', 'web.tour.higher', 'web.tour.lower', 'web.tour.done']

/** The step one is at, or −1 when there is no tour. */
export function tourStep(): number {
  const p = position_.value
  if (settings.value.toured || p?.code !== tourCode || p.state !== 'playing' || saved.value?.kind !== 'free') return -1
  return moves.startsWith(p.actions) ? p.actions.length : -1
}

/** The move the tour points at. */
export const tourMove = (): string => moves[tourStep()] ?? ''

export function Tour() {
  const step = tourStep()
  if (step < 0) return null
  const last = step === moves.length
  return (
    <aside class="tour" aria-label={t('web.tour.title')}>
      <p role="status">{t(steps[step] ?? '')}</p>
      <button type="button" class="button" onClick={() => change({ toured: true })}>
        {t(last ? 'web.tour.end' : 'web.tour.skip')}
      </button>
    </aside>
  )
}
