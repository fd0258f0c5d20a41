// Games that were begun and wait to be gone on with.
import { date, t } from '../i18n'
import { go, positionOf, saved, savedGames, type Saved } from '../state/play'
import { holeOf, round } from '../state/round'
import { Icon } from '../ui/icon'
import { cardsLeft, rulesName } from './words'

function title(s: Saved): string {
  switch (s.kind) {
    case 'daily':
      return t('web.new.daily-of', { Date: date(s.ref ?? '') })
    case 'round':
    case 'tournament':
      return t('web.new.hole', { N: round.value ? holeOf(round.value) : 1 })
    default:
      return s.code
  }
}

/** What there is besides the game that is being played. */
export function Kept({ onGo }: { onGo: () => void }) {
  const open = savedGames().filter((s) => s.id !== saved.value?.id && !s.again && positionOf(s)?.state === 'playing').slice(0, 4)
  if (open.length === 0) return null
  return (
    <section class="section">
      <h3>{t('web.new.continue')}</h3>
      <ul class="continue">
        {open.map((s) => {
          const p = positionOf(s)
          return (
            <li key={s.id}>
              <button
                type="button"
                onClick={() => {
                  onGo()
                  go(s)
                }}
              >
                <Icon of="play" />
                <span>
                  <b>{title(s)}</b>
                  <small>
                    {rulesName(p?.preset ?? '')} · {t('web.line.cards', { N: p ? cardsLeft(p) : 0 })}
                  </small>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
