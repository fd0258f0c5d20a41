// Where everything on the board goes: a pure function of its size.

export interface Spot {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  /** Size of a card of the tableau and of the two piles. */
  card: { w: number; h: number }
  pile: { w: number; h: number }
  /** Left edges of the columns, and the width of their touch targets. */
  columns: number[]
  pitch: number
  top: number
  /** How much of a covered card is seen. */
  strip: number
  /** Size of the index on the cards of the tableau: it must fit into a strip. */
  index: number
  /** Height of a column's touch target. */
  reach: number
  waste: Spot
  stock: Spot
  /** Where the line of state goes. */
  line: { x: number; y: number; w: number }
}

const ratio = 1.44
const rows = 5

/** Piles lie below the tableau, or beside it where that leaves larger cards on a low screen. */
export function layout(width: number, height: number, left: boolean): Layout {
  const usual = below(width, height, left)
  if (width <= 1.5 * height || height >= 460) return usual
  const low = beside(width, height, left)
  return low.card.w > usual.card.w ? low : usual
}

function below(width: number, height: number, left: boolean): Layout {
  const roomy = width > 640
  // Seven columns of 44 px fit on the smallest screen.
  const edge = roomy ? 24 : width < 360 ? 3 : 8
  const gap = roomy ? 10 : 2
  const lineHeight = 30
  // The tableau wants a card and four strips, the piles a card of their own.
  const byWidth = (Math.min(width, 960) - 2 * edge - 6 * gap) / 7
  const strips = 4 * 0.44
  const pileRatio = roomy ? 1.08 : 1.62
  const byHeight = (height - lineHeight - 54) / (ratio * (1 + pileRatio) + strips)
  const w = Math.floor(Math.max(36, Math.min(byWidth, byHeight * (roomy ? 1 : 1.5), 112)))
  const h = Math.round(w * ratio)
  // On a narrow screen the width rules the cards, so the piles take what height is left.
  const pw = Math.floor(Math.min(w * pileRatio, Math.max(w, (height * 0.24) / ratio)))
  const ph = Math.round(pw * ratio)
  const pitch = w + gap
  const x0 = Math.round((width - 7 * w - 6 * gap) / 2)
  const top = roomy ? 12 : 8
  const free = height - top - h - ph - lineHeight - (roomy ? 44 : 34)
  const strip = Math.max(17, Math.min(Math.floor(free / (rows - 1)), Math.round(w * (roomy ? 0.5 : 0.88))))
  const bottom = top + (rows - 1) * strip + h
  // Within reach of the thumb, but not torn away from the cards.
  const spare = height - bottom - ph - lineHeight
  const py = Math.round(bottom + spare * (roomy ? 0.5 : 0.56))
  const apart = roomy ? 34 : Math.round(pw * 0.42)
  const first = Math.round((width - 2 * pw - apart) / 2)
  const second = first + pw + apart
  return {
    width,
    height,
    card: { w, h },
    pile: { w: pw, h: ph },
    columns: Array.from({ length: 7 }, (_, i) => x0 + i * pitch),
    pitch,
    top,
    strip,
    index: Math.min(0.44 * w, 0.86 * strip),
    reach: py - 12 - top,
    waste: { x: left ? second : first, y: py },
    stock: { x: left ? first : second, y: py },
    line: { x: 0, y: py + ph + 8, w: width },
  }
}

function beside(width: number, height: number, left: boolean): Layout {
  const edge = 10
  const gap = 5
  const top = 6
  const side = Math.max(190, Math.round(width * 0.27))
  const w = Math.floor(Math.min((width - side - 2 * edge - 6 * gap) / 7, (height - 2 * top) / (ratio + 4 * 0.36)))
  const h = Math.round(w * ratio)
  const strip = Math.max(14, Math.min(Math.floor((height - 2 * top - h) / (rows - 1)), Math.round(w * 0.55)))
  const tableau = 7 * w + 6 * gap
  const x0 = Math.round(left ? side + (width - side - tableau) / 2 : (width - side - tableau) / 2)
  const pw = Math.floor(Math.min((side - 40) / 2, (height - 60) / ratio, 92))
  const ph = Math.round(pw * ratio)
  const sx = left ? 14 : width - side + 6
  const py = Math.round((height - ph - 36) / 2)
  const inner = { x: sx + (left ? pw + 16 : 0), y: py }
  const outer = { x: sx + (left ? 0 : pw + 16), y: py }
  return {
    width,
    height,
    card: { w, h },
    pile: { w: pw, h: ph },
    columns: Array.from({ length: 7 }, (_, i) => x0 + i * (w + gap)),
    pitch: w + gap,
    top,
    strip,
    index: Math.min(0.44 * w, 0.86 * strip),
    reach: height - 2 * top,
    waste: inner,
    stock: outer,
    line: { x: sx - 6, y: py + ph + 10, w: side },
  }
}
