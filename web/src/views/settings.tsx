import { t } from '../i18n'
import { Face } from '../cards/card'
import { change, settings } from '../state/settings'
import { Choice, Section, Switch } from '../ui/fields'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'

export function SettingsView(_: ViewProps) {
  const s = settings.value
  return (
    <View title={t('web.settings.title')}>
      <Section title={t('web.settings.looks')}>
        <div class="sample" aria-hidden="true">
          {['QH', 'TS', 'KD', '7C'].map((c) => (
            <div class="card" key={c}>
              <Face card={c} />
            </div>
          ))}
          <div class="card">
            <div class="back" />
          </div>
        </div>
        <Choice
          label={t('web.settings.theme')}
          value={s.theme}
          values={[
            ['auto', t('web.settings.auto')],
            ['light', t('web.settings.light')],
            ['dark', t('web.settings.dark')],
          ]}
          onChange={(theme) => change({ theme })}
        />
        <Choice
          label={t('web.settings.colours')}
          value={s.colours}
          values={[
            ['two', t('web.settings.two')],
            ['four', t('web.settings.four')],
          ]}
          onChange={(colours) => change({ colours })}
        />
        <Choice
          label={t('web.settings.back')}
          value={s.back}
          values={[
            ['wine', t('web.settings.wine')],
            ['fairway', t('web.settings.fairway')],
            ['navy', t('web.settings.navy')],
            ['sand', t('web.settings.sand')],
          ]}
          onChange={(back) => change({ back })}
        />
        <Switch label={t('web.settings.large')} value={s.large} onChange={(large) => change({ large })} />
        <Switch label={t('web.settings.still')} note={t('web.settings.still-note')} value={s.motion === 'off'} onChange={(off) => change({ motion: off ? 'off' : 'auto' })} />
      </Section>
      <Section title={t('web.settings.language')}>
        <Choice
          label={t('web.settings.language')}
          value={s.lang}
          values={[
            ['auto', t('web.settings.browser')],
            ['de', 'Deutsch'],
            ['en', 'English'],
          ]}
          onChange={(lang) => change({ lang })}
        />
        <Choice
          label={t('web.settings.index')}
          value={s.index}
          values={[
            ['auto', t('web.settings.as-language')],
            ['en', 'A J Q K'],
            ['de', 'A B D K'],
          ]}
          onChange={(index) => change({ index })}
        />
      </Section>
      <Section title={t('web.settings.playing')}>
        <Switch label={t('web.settings.reasons')} note={t('web.settings.reasons-note')} value={s.reasons} onChange={(reasons) => change({ reasons })} />
        <Choice
          label={t('web.settings.hints')}
          value={String(s.hint) as '1' | '2' | '3'}
          values={[
            ['1', t('web.settings.hint-1')],
            ['2', t('web.settings.hint-2')],
            ['3', t('web.settings.hint-3')],
          ]}
          note={t('web.settings.hints-note')}
          onChange={(hint) => change({ hint: Number(hint) as 1 | 2 | 3 })}
        />
        <Switch label={t('web.settings.left')} value={s.left} onChange={(left) => change({ left })} />
        <Switch label={t('web.settings.sound')} value={s.sound} onChange={(sound) => change({ sound })} />
        <Switch label={t('web.settings.awake')} note={t('web.settings.awake-note')} value={s.awake} onChange={(awake) => change({ awake })} />
      </Section>
    </View>
  )
}
