// The rules of Golf with a grid: a page for each preset, generated from the rules
// themselves.
import golf from 'birdie:golf'
import { t, type Lang } from '../i18n'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { RulesList, RulesPage, type Page } from '../views/document'
import { presetName } from './words'

const load: Record<Lang, () => Promise<{ default: Record<string, Page> }>> = {
  en: () => import('birdie:tablerules/en'),
  de: () => import('birdie:tablerules/de'),
}

export function RulesView({ path }: ViewProps) {
  const preset = golf.presets.find((p) => p.id === path[0])
  if (preset) return <RulesPage load={load} id={preset.id} name={presetName(preset.id)} back="#golf/rules" />
  return (
    <View title={t('golfpage.home.learn')} back="#golf">
      <p>{t('golfpage.home.about')}</p>
      <RulesList path="golf/rules" rules={golf.presets.map((p) => [p.id, presetName(p.id), t('golfpage.preset.' + p.id)])} />
    </View>
  )
}
