import { t } from '../i18n'
import { dialog } from '../state/ui'
import { Dialog } from '../ui/dialog'

const keys: [string, string][] = [
  ['← → ↑ ↓', 'web.help.arrows'],
  ['Enter', 'web.help.enter'],
  ['1 – 7', 'web.help.digits'],
  ['D', 'web.help.draw'],
  ['U', 'web.help.undo'],
  ['R', 'web.help.redo'],
  ['H', 'web.help.hint'],
  ['N', 'web.help.new'],
  ['?', 'web.help.help'],
]

export function HelpDialog() {
  return (
    <Dialog title={t('web.help.title')} onClose={() => (dialog.value = null)}>
      <p>{t('web.help.short')}</p>
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
      <p class="small">
        {t('web.help.focus')} <a href="#learn" onClick={() => (dialog.value = null)}>{t('web.help.more')}</a>
      </p>
    </Dialog>
  )
}
