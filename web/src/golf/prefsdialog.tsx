import { t } from '../i18n'
import { Dialog } from '../ui/dialog'
import { Choice, Switch } from '../ui/fields'
import { prefer, prefs } from './prefs'

export function PrefsDialog({ onClose }: { onClose: () => void }) {
  const p = prefs.value
  return (
    <Dialog title={t('golfpage.prefs.title')} onClose={onClose}>
      <Choice
        label={t('golfpage.prefs.tempo')}
        value={p.tempo}
        values={[
          ['calm', t('golfpage.prefs.calm')],
          ['brisk', t('golfpage.prefs.brisk')],
          ['instant', t('golfpage.prefs.instant')],
        ]}
        onChange={(tempo) => prefer({ tempo })}
      />
      <Switch label={t('golfpage.prefs.confirm')} note={t('golfpage.prefs.confirm-note')} value={p.confirm} onChange={(confirm) => prefer({ confirm })} />
      <Switch label={t('golfpage.prefs.call')} note={t('golfpage.prefs.call-note')} value={p.call} onChange={(call) => prefer({ call })} />
      <Switch label={t('golfpage.prefs.phrases')} value={p.phrases} onChange={(phrases) => prefer({ phrases })} />
      <Switch label={t('golfpage.prefs.memory')} note={t('golfpage.prefs.memory-note')} value={p.memory} onChange={(memory) => prefer({ memory })} />
      <p>
        <a href="#settings">{t('web.settings.title')}</a>
      </p>
    </Dialog>
  )
}
