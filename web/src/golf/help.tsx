import { t } from '../i18n'
import { KeyHelp } from '../ui/keyhelp'

const keys: [string, string][] = [
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
]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return <KeyHelp title={t('golfpage.help.title')} short={t('golfpage.help.short')} keys={keys} rules="#golf/rules" onClose={onClose} />
}
