import { t } from '../i18n'
import { Dialog } from './dialog'

/** How a game is played with taps and with keys, on a sheet. */
export function KeyHelp({ title, short, keys, rules, onClose }: { title: string; short: string; keys: (readonly [key: string, text: string])[]; rules: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{short}</p>
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
        {t('web.help.focus')}{' '}
        <a href={rules} onClick={onClose}>
          {t('web.help.more')}
        </a>
      </p>
    </Dialog>
  )
}
