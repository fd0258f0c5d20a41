// How large the cards of a table are: a pure function of the room there is.

export interface Sizes {
  /** Widths of cards: own, of the piles, of the other grids. */
  own: number
  pile: number
  other: number
  /** Other grids beside each other. */
  across: number
  /** Where the parts lie: one below the other, side by side on a low screen, or the
   * others around the table on a wide one. */
  shape: 'tall' | 'low' | 'round'
  /** How many of the others sit at the left, the rest of the table's order after them
   * at the top and at the right. Only of a round table. */
  left: number
  right: number
  /** Names of the others stand beside their grids. */
  flat?: boolean
  /** The others are in one line that is longer than the screen. */
  scroll?: boolean
}

const ratio = 1.44
const gap = 8

export function sizes(width: number, height: number, rows: number, cols: number, others: number, buttons: boolean): Sizes {
  const low = height < 430 && width > height * 1.25
  if (width >= 1000 && height >= 480) return around(width, height, rows, cols, others)
  return low ? beside(width, height, rows, cols, others) : below(width, height, rows, cols, others, buttons)
}

/** Room of another player's grid besides its cards: name, padding. */
const nameHeight = 24
const pad = 6

function below(width: number, height: number, rows: number, cols: number, others: number, buttons: boolean): Sizes {
  const all = stacked(width, height, rows, cols, others, buttons, false)
  // Before the own cards get too small to tap, not all of the others are seen at once.
  return all.own >= ownLeast ? all : stacked(width, height, rows, cols, others, buttons, true)
}

const ownLeast = 44

function stacked(width: number, height: number, rows: number, cols: number, others: number, buttons: boolean, scroll: boolean): Sizes {
  const wide = width > 760
  const edge = wide ? 24 : 10
  const most = wide ? Math.min(others, 7) : others <= 3 ? others : others === 4 ? 2 : others <= 6 ? 3 : 4
  const across = scroll ? Math.min(others, 3) : Math.max(1, width < 350 && cols > 3 ? Math.min(most, 3) : most)
  const lines = scroll ? 1 : Math.ceil(others / across)
  const box = (width - 2 * edge - (across - 1) * 8) / across
  const otherMost = Math.min(wide ? 66 : 44, (box - 2 * pad - (cols - 1) * 3) / cols)
  const ownMost = Math.min(wide ? 124 : 96, (width - 2 * edge - (cols - 1) * gap) / cols)
  const pileMost = Math.min(wide ? 112 : 92, (width - 2 * edge - 40) / 3.2)
  // Words above and below the grid, gaps between the parts.
  const words = (height < 480 ? 128 : 140) + (buttons ? 50 : 0)
  let own = 0
  let pile = 0
  let other = 0
  // When room is short the others' cards give way first, the own ones last.
  for (let scale = 1; scale > 0.2; scale -= 0.02) {
    own = Math.floor(ownMost * Math.min(1, scale + 0.12))
    pile = Math.floor(Math.max(Math.min(pileMost, 42), pileMost * scale))
    other = Math.floor(Math.max(Math.min(otherMost, 14), otherMost * Math.min(1, scale + 0.06)))
    const need =
      lines * (nameHeight + 2 * pad + rows * other * ratio + (rows - 1) * 3 + 8) + pile * ratio + rows * own * ratio + (rows - 1) * gap + words
    if (need <= height) break
  }
  return { own, pile, other, across, shape: 'tall', left: 0, right: 0, scroll }
}

/** The others sit around the table, clockwise from the left: some at each side, the
 * rest at the top. Of all ways to part them the one with the largest cards is taken. */
function around(width: number, height: number, rows: number, cols: number, others: number): Sizes {
  const grid = (card: number, between: number) => rows * card * ratio + (rows - 1) * between
  const room = Math.min(width - 48, roundMost)
  let best: Sizes | undefined
  let worth = 0
  for (let right = 0; 2 * right <= others; right++) {
    for (const left of [right, right + 1]) {
      const top = others - left - right
      if (top < 0 || top > 4 || (others === 1 && top === 0)) continue
      for (let scale = 1; scale > 0.2; scale -= 0.02) {
        const own = Math.floor(128 * Math.min(1, scale + 0.14))
        const pile = Math.floor(Math.max(64, 108 * scale))
        const other = Math.floor(72 * Math.min(1, scale + 0.06))
        const box = nameHeight + 2 * pad + grid(other, 3)
        const side = left > 0 ? Math.max(cols * (other + 3) + 2 * pad, sideLeast) + 20 : 0
        const middle = room - 2 * side
        const high = (top > 0 ? box + 8 : 0) + Math.max(pile * ratio, 96) + 26 + grid(own, gap) + 10 + ownLine
        const wide = Math.max(top * (Math.max(cols * (other + 3) + 2 * pad, sideLeast) + 8), cols * (own + gap), 3.4 * pile + 2 * wordsLeast)
        if (high > height || Math.max(left, right) * (box + 10) > height || wide > middle) continue
        // A table with as many on each side is quieter to look at.
        const value = own + 2 * other - (left === right ? 0 : 30)
        if (value > worth) {
          worth = value
          best = { own, pile, other, across: Math.max(1, top), shape: 'round', left, right }
        }
        break
      }
    }
  }
  return best ?? below(width, height, rows, cols, others, true)
}

/** A round table is no wider than this, however wide the screen. */
const roundMost = 1440
/** Room for a name beside a total, for words beside the piles, for the own line. */
const sideLeast = 150
const wordsLeast = 190
const ownLine = 36

function beside(width: number, height: number, rows: number, cols: number, others: number): Sizes {
  const across = others <= 2 ? 1 : 2
  const lines = Math.ceil(others / across)
  const left = width * 0.34
  // Names stand above the grids, or beside them where there are many.
  const flat = lines > 2
  const otherWide = (left - 16 - (across - 1) * 6 - across * 2 * pad) / across / cols - 3 - (flat ? 52 / cols : 0)
  const otherHigh = ((height - 12) / lines - (flat ? 4 : nameHeight) - pad - 6 - (rows - 1) * 3) / rows / ratio
  const own = Math.floor(Math.min(92, (height - 44 - (rows - 1) * gap) / rows / ratio, (width * 0.36 - (cols - 1) * gap) / cols))
  const middle = width - left - cols * own - (cols - 1) * gap - 66
  const pile = Math.floor(Math.min(76, (height - 100) / ratio, middle / 3.32))
  return { own, pile, other: Math.floor(Math.max(13, Math.min(46, otherWide, otherHigh))), across, shape: 'low', flat, left: 0, right: 0 }
}
