import { t } from '../i18n'
import { dialog } from '../state/ui'
import { KeyHelp } from '../ui/keyhelp'

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
  return <KeyHelp title={t('web.help.title')} short={t('web.help.short')} keys={keys} rules="#learn" onClose={() => (dialog.value = null)} />
}
