// The paper at the side of a wide screen: the hole as it stands, and the last moves.
import { computed } from '@preact/signals'
import type { Position } from '../engine/protocol'
import { t } from '../i18n'
import { chances, toggleChances } from '../state/advice'
import { log } from '../state/play'
import { cardsLeft } from './words'

const lines = computed(() => log.value.slice(-14).reverse())

export function Side({ position: p }: { position: Position }) {
  return (
    <aside class="side paper" aria-label={t('web.side.label')}>
      <h2>{t('web.side.hole')}</h2>
      <dl class="tally">
        <div>
          <dt>{t('web.side.left')}</dt>
          <dd>{cardsLeft(p)}</dd>
        </div>
        <div>
          <dt>{t('web.side.stock')}</dt>
          <dd>{p.stock}</dd>
        </div>
        <div>
          <dt>{t('web.side.run')}</dt>
          <dd>{p.run}</dd>
        </div>
        <div>
          <dt>{t('web.side.longest')}</dt>
          <dd>{p.longest}</dd>
        </div>
        <div>
          <dt>{t('web.side.moves')}</dt>
          <dd>{p.moves}</dd>
        </div>
      </dl>
      {p.state === 'playing' && (
        <>
          <div class="row">
            <button type="button" class="button" onClick={() => void toggleChances()}>
              {t(chances.value ? 'web.advice.hide' : 'web.advice.show')}
            </button>
          </div>
          <p class="small">{t('web.advice.note')}</p>
        </>
      )}
      <h3>{t('web.side.log')}</h3>
      {lines.value.length === 0 ? (
        <p class="small">{t('web.side.empty')}</p>
      ) : (
        <ol class="log" reversed>
          {lines.value.map((line) => (
            <li key={line.n}>{line.text}</li>
          ))}
        </ol>
      )}
    </aside>
  )
}
