// Learning: the rules of each rule set, generated from the rules themselves, and
// the tour through a first game.
import presets from 'birdie:presets'
import { t, type Lang } from '../i18n'
import { deal } from '../state/play'
import { visit } from '../state/route'
import { change } from '../state/settings'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { RulesList, RulesPage, type Page } from './document'
import { rulesName } from './words'

const load: Record<Lang, () => Promise<{ default: Record<string, Page> }>> = {
  en: () => import('birdie:rules/en'),
  de: () => import('birdie:rules/de'),
}

export function LearnView({ path }: ViewProps) {
  const preset = presets.find((p) => p.id === path[0])
  if (preset) return <RulesPage load={load} id={preset.id} name={rulesName(preset.id)} back="#learn" />
  return (
    <View title={t('web.learn.title')}>
      <p>{t('web.learn.about')}</p>
      <div class="row">
        <button
          type="button"
          class="button main"
          onClick={async () => {
            change({ toured: false })
            await deal({ rules: '*', source: 'GO1-E-AAAAAAB' })
            visit('patience')
          }}
        >
          <Icon of="play" />
          {t('web.learn.tour')}
        </button>
      </div>
      <h2>{t('web.learn.rules')}</h2>
      <RulesList path="learn" rules={presets.map((p) => [p.id, rulesName(p.id), t('rules.intro.' + p.id)])} />
    </View>
  )
}
