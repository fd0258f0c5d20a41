// Figures as a pencil writes them, stroke by stroke.

// Each figure is drawn in a box of 20 by 30.
const strokes: Record<string, string> = {
  '0': 'M11 3C4 3 2 11 3 18s5 10 9 9 6-8 5-15-3-10-8-8',
  '1': 'M5 9l7-6c-1 9-2 16-2 25',
  '2': 'M4 8c2-6 13-7 13 0 0 8-12 12-14 19 5-3 9 1 15-1',
  '3': 'M4 6c4-5 13-4 12 2-1 4-5 5-8 6 5-1 10 1 9 7-1 7-10 8-14 4',
  '4': 'M12 2C9 8 6 13 3 18c5 1 10 0 15-1M13 11c-1 6-1 11-1 17',
  '5': 'M16 3H6L5 13c5-3 12-1 12 6 0 8-9 11-14 6',
  '6': 'M14 3C7 6 3 13 4 20c1 9 13 9 13 1 0-7-10-8-13 0',
  '7': 'M3 5c5-1 10 0 14-1-4 8-7 15-9 24M6 15h9',
  '8': 'M15 7c-2-6-12-5-11 1 1 6 13 6 12 13-1 8-14 7-13 0 1-6 11-8 12-14',
  '9': 'M16 10c-2 7-12 7-12 0s12-9 12 1c0 6-1 11-4 17',
  '+': 'M10 9v14M3 16h14',
  '−': 'M3 16c5-1 9 0 14-1',
}

export function Handwritten({ text, animate }: { text: string; animate: boolean }) {
  return (
    <span class="handwritten">
      <span class="unseen">{text}</span>
      <svg viewBox={`0 0 ${20 * text.length} 32`} class={animate ? 'writing' : ''} aria-hidden="true">
        {[...text].map((c, i) => (
          <path key={i} d={strokes[c] ?? ''} pathLength="1" transform={`translate(${20 * i} 0)`} class={`w${Math.min(i, 4)}`} />
        ))}
      </svg>
    </span>
  )
}
