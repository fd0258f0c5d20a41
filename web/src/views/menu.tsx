// What lies behind the three strokes: everything there is, one tap away.
import { t } from '../i18n'
import { saved } from '../state/play'
import { dialog } from '../state/ui'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'

export const places: [path: string, icon: string, text: string][] = [
  ['golf', 'seats', 'web.menu.golf'],
  ['daily', 'day', 'web.menu.daily'],
  ['round', 'flag', 'web.menu.round'],
  ['statistics', 'chart', 'web.menu.statistics'],
  ['learn', 'book', 'web.menu.learn'],
  ['text', 'keys', 'web.menu.text'],
  ['settings', 'gear', 'web.menu.settings'],
]

export function MenuDialog() {
  const close = () => (dialog.value = null)
  const s = saved.value
  return (
    <Dialog title="Birdie" onClose={close}>
      <ul class="menu">
        <li>
          <button type="button" onClick={() => (dialog.value = 'new')}>
            <Icon of="plus" />
            {t('web.menu.new')}
          </button>
        </li>
        <li>
          <a href="#" onClick={close}>
            <Icon of="home" />
            {t('web.menu.home')}
          </a>
        </li>
        {places.map(([path, icon, text]) => (
          <li key={path}>
            <a href={'#' + path} onClick={close}>
              <Icon of={icon} />
              {t(text)}
            </a>
          </li>
        ))}
        {s && s.actions !== '' && (
          <li>
            <a href={`#replay/${s.code}.${s.actions}`} onClick={close}>
              <Icon of="play" />
              {t('web.menu.replay')}
            </a>
          </li>
        )}
        <li>
          <button type="button" onClick={() => (dialog.value = 'help')}>
            <Icon of="help" />
            {t('web.menu.help')}
          </button>
        </li>
      </ul>
    </Dialog>
  )
}
