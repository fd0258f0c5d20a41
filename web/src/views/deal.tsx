// All about the deal in play: its code to copy and share, its best, starting over.
import { useState } from 'preact/hooks'
import { thinker } from '../engine/client'
import { signed, t } from '../i18n'
import { askClairvoyant, chances, toggleChances } from '../state/advice'
import { act, position_, restart, saved } from '../state/play'
import { address } from '../state/route'
import { copy, dialog, share } from '../state/ui'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { rulesName } from './words'
import { rulesLines } from './words'

export function DealDialog() {
  const p = position_.value
  const s = saved.value
  const [best, setBest] = useState<string | null>(null)
  if (!p || !s) return null
  const close = () => (dialog.value = null)
  const over = p.state !== 'playing'
  const findBest = async () => {
    setBest(t('web.deal.searching'))
    await thinker.ask(`open best ${p.code}.`)
    const reply = await thinker.ask('best best').catch(() => null)
    if (!reply) return
    const strokes = Number(reply.fields.get('strokes'))
    setBest(t(strokes <= 0 && reply.fields.get('left') === '0' ? 'web.deal.best-won' : 'web.deal.best-lost', { N: Math.abs(strokes), S: signed(strokes) }))
  }
  return (
    <Dialog title={t('web.deal.title')} onClose={close}>
      <p class="code" translate={false}>
        {p.code}
      </p>
      <div class="row">
        <button type="button" class="button" onClick={() => void copy(p.code)}>
          <Icon of="copy" />
          {t('web.deal.copy')}
        </button>
        <button type="button" class="button" onClick={() => void share(t('web.deal.invitation', { Code: p.code }), address(p.code))}>
          <Icon of="share" />
          {t('web.deal.share')}
        </button>
      </div>
      <h3>{rulesName(p.preset)}</h3>
      <ul class="facts">
        {rulesLines(p.rules).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="button" aria-describedby="best" onClick={() => void findBest()}>
          <Icon of="flag" />
          {t('web.deal.best')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            close()
            restart()
          }}
        >
          <Icon of="undo" />
          {t('web.deal.restart')}
        </button>
        {!over && p.moves > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              close()
              void act('g')
            }}
          >
            <Icon of="cross" />
            {t('web.deal.give-up')}
          </button>
        )}
      </div>
      <p class="small" id="best" role="status">
        {best ?? (over ? '' : t('web.deal.best-note'))}
      </p>
      {!over && (
        <>
          <h3>{t('web.page.hint')}</h3>
          <div class="row">
            <button
              type="button"
              class="button"
              onClick={() => {
                close()
                void toggleChances()
              }}
            >
              <Icon of="chart" />
              {t(chances.value ? 'web.advice.hide' : 'web.advice.show')}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                close()
                void askClairvoyant()
              }}
            >
              <Icon of="eye" />
              {t('web.advice.clairvoyant')}
            </button>
          </div>
          <p class="small">{t('web.advice.note')}</p>
        </>
      )}
    </Dialog>
  )
}
