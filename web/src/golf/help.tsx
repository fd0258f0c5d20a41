import { t } from '../i18n'
import { Dialog } from '../ui/dialog'

const keys = [
  ['← ↑ → ↓', 'golfpage.help.arrows'],
  ['⏎', 'golfpage.help.enter'],
  ['1–9', 'golfpage.help.digits'],
  ['S', 'golfpage.help.stock'],
  ['D', 'golfpage.help.pile'],
  ['N', 'golfpage.help.pass'],
  ['K', 'golfpage.help.knock'],
  ['H', 'golfpage.help.advice'],
  ['C', 'golfpage.help.card'],
  ['?', 'golfpage.help.help'],
] as const

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('golfpage.help.title')} onClose={onClose}>
      <p>{t('golfpage.help.short')}</p>
      <h3>{t('web.help.keys')}</h3>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p class="small">{t('web.help.focus')}</p>
      <p>
        <a href="#golf/rules">{t('web.help.more')}</a>
      </p>
    </Dialog>
  )
}
