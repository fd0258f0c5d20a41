// Choosing a computer player: by how well it plays, or by its temperament.
import golf from 'birdie:golf'
import { useId } from 'preact/hooks'
import { t } from '../i18n'
import { botName } from './words'

/** Several players at once may differ: then the value is empty. */
export function BotSelect({ label, value, onChange, mixed = false }: { label: string; value: string; onChange: (bot: string) => void; mixed?: boolean }) {
  const note = useId()
  const group = (temperament: boolean) =>
    golf.bots
      .filter((b) => b.temperament === temperament)
      .map((b) => (
        <option key={b.id} value={b.id}>
          {botName(b.id)}
        </option>
      ))
  return (
    <div class="optioned botselect">
      <label class="select">
        <span>{label}</span>
        <select value={value} aria-describedby={note} onChange={(e) => onChange(e.currentTarget.value)}>
          {mixed && <option value="">{t('golfpage.home.mixed')}</option>}
          <optgroup label={t('golfpage.home.level')}>{group(false)}</optgroup>
          <optgroup label={t('golfpage.home.temperament')}>{group(true)}</optgroup>
        </select>
      </label>
      <small id={note}>{value ? t('bot.about.' + value) : t('golfpage.home.mixed-note')}</small>
    </div>
  )
}
