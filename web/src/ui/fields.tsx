import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** One choice among a few, as a row of buttons. */
export function Choice<T extends string>({
  label,
  value,
  values,
  onChange,
  note,
}: {
  label: string
  value: T
  values: [T, string][]
  onChange: (value: T) => void
  note?: string
}) {
  const id = useId()
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div>
        {values.map(([v, text]) => (
          <label key={v}>
            <input type="radio" name={id} checked={v === value} onChange={() => onChange(v)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {note && <small>{note}</small>}
    </fieldset>
  )
}

/** Yes or no. */
export function Switch({ label, value, onChange, note }: { label: string; value: boolean; onChange: (value: boolean) => void; note?: string }) {
  const id = useId()
  return (
    <div class="switch">
      <label>
        <span>{label}</span>
        <input type="checkbox" role="switch" checked={value} aria-describedby={note ? id : undefined} onChange={(e) => onChange(e.currentTarget.checked)} />
      </label>
      {note && <small id={id}>{note}</small>}
    </div>
  )
}

/** One of many. */
export function Select({ label, value, values, onChange }: { label: string; value: string; values: [string, string][]; onChange: (value: string) => void }) {
  return (
    <label class="select">
      <span>{label}</span>
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {values.map(([v, text]) => (
          <option key={v} value={v}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

export const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="section">
    <h2>{title}</h2>
    {children}
  </section>
)
