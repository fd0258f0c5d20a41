// How large the cards of a table are: a pure function of the room there is.

export interface Sizes {
  /** Widths of cards: own, of the piles, of the other grids. */
  own: number
  pile: number
  other: number
  /** Other grids beside each other. */
  across: number
  /** Where the parts lie: one below the other, or side by side on a low screen. */
  shape: 'tall' | 'low'
}

const ratio = 1.44
const gap = 8

export function sizes(width: number, height: number, rows: number, cols: number, others: number, buttons: boolean): Sizes {
  const low = height < 430 && width > height * 1.25
  return low ? beside(width, height, rows, cols, others) : below(width, height, rows, cols, others, buttons)
}

/** Room of another player's grid besides its cards: name, padding. */
const nameHeight = 24
const pad = 6

function below(width: number, height: number, rows: number, cols: number, others: number, buttons: boolean): Sizes {
  const wide = width > 760
  const edge = wide ? 24 : 10
  const most = wide ? Math.min(others, 7) : others <= 3 ? others : others === 4 ? 2 : others <= 6 ? 3 : 4
  const across = Math.max(1, width < 350 && cols > 3 ? Math.min(most, 3) : most)
  const lines = Math.ceil(others / across)
  const box = (width - 2 * edge - (across - 1) * 8) / across
  const otherMost = Math.min(wide ? 66 : 44, (box - 2 * pad - (cols - 1) * 3) / cols)
  const ownMost = Math.min(wide ? 124 : 96, (width - 2 * edge - (cols - 1) * gap) / cols)
  const pileMost = Math.min(wide ? 112 : 92, (width - 2 * edge - 40) / 3.2)
  // Words above and below the grid, gaps between the parts.
  const words = (height < 480 ? 120 : 140) + (buttons ? 50 : 0)
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
  return { own, pile, other, across, shape: 'tall' }
}

function beside(width: number, height: number, rows: number, cols: number, others: number): Sizes {
  const across = others <= 2 ? 1 : 2
  const lines = Math.ceil(others / across)
  const left = width * 0.34
  const otherWide = (left - 16 - (across - 1) * 6 - across * 2 * pad) / across / cols - 3
  const otherHigh = ((height - 12) / lines - nameHeight - pad - 6 - (rows - 1) * 3) / rows / ratio
  const own = Math.floor(Math.min(92, (height - 44 - (rows - 1) * gap) / rows / ratio, (width * 0.36 - (cols - 1) * gap) / cols))
  const middle = width - left - cols * own - (cols - 1) * gap - 66
  const pile = Math.floor(Math.min(76, (height - 100) / ratio, middle / 3.32))
  return { own, pile, other: Math.floor(Math.max(13, Math.min(46, otherWide, otherHigh))), across, shape: 'low' }
}
