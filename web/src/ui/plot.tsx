// Small plots in the manner of the scorecard. Each says in words what it shows.
import { signed } from '../i18n'

// Drawn in the size of the screen, so that the figures are as large as the text.
const width = Math.min(760, Math.max(280, innerWidth - 60))
const height = 200
const base = height - 28

export function Histogram({ bars, label }: { bars: { x: number; n: number }[]; label: string }) {
  const most = Math.max(1, ...bars.map((b) => b.n))
  const step = (width - 20) / Math.max(bars.length, 9)
  const every = Math.ceil(bars.length / (width / 44))
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path class="axis" d={`M8 ${base}.5H${width - 8}`} />
      {bars.map((b, i) => {
        const h = (b.n / most) * (base - 26)
        return (
          <g key={b.x}>
            <rect class={b.x <= 0 ? 'bar good' : 'bar'} x={10 + i * step + step * 0.12} y={base - h} width={step * 0.76} height={h} rx="2" />
            {b.n > 0 && bars.length <= 30 && (
              <text x={10 + (i + 0.5) * step} y={base - h - 6}>
                {b.n}
              </text>
            )}
            {i % every === 0 && (
              <text x={10 + (i + 0.5) * step} y={base + 19}>
                {signed(b.x)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** A line through values, with an optional mark; lower values lie lower. */
export function Lines({
  values,
  label,
  format,
  low,
  high,
  mark,
  onPick,
}: {
  values: number[]
  label: string
  format: (v: number) => string
  low?: number
  high?: number
  mark?: number
  onPick?: (i: number) => void
}) {
  const min = low ?? Math.min(0, ...values)
  const max = high ?? Math.max(1, ...values)
  const left = 58
  const x = (i: number) => left + (i / Math.max(1, values.length - 1)) * (width - left - 14)
  const y = (v: number) => base - ((v - min) / (max - min || 1)) * (base - 16)
  // Values that are not known yet leave their place free.
  const known = values.filter((v) => !Number.isNaN(v)).length
  const points = values.slice(0, known).map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`)
  const ticks = [min, (min + max) / 2, max]
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      onClick={(e) => {
        if (!onPick) return
        const box = e.currentTarget.getBoundingClientRect()
        const at = (((e.clientX - box.left) / box.width) * width - left) / (width - left - 14)
        onPick(Math.max(0, Math.min(values.length - 1, Math.round(at * (values.length - 1)))))
      }}
    >
      {ticks.map((v) => (
        <g key={v}>
          <path class="grid" d={`M${left} ${y(v).toFixed(1)}H${width - 14}`} />
          <text class="tick" x={left - 8} y={y(v) + 5}>
            {format(v)}
          </text>
        </g>
      ))}
      <path class="area" d={`M${x(0)} ${y(min)}L${points.join('L')}L${x(known - 1).toFixed(1)} ${y(min)}z`} />
      <path class="curve" d={'M' + points.join('L')} />
      {mark !== undefined && mark < known && <circle class="mark" cx={x(mark)} cy={y(values[mark] ?? 0)} r="6" />}
    </svg>
  )
}
