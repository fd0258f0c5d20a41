// Words that several views say.
import { has, signed, t } from '../i18n'
import { parseRules, type Position, type Rules } from '../engine/protocol'

/** The name of the rules: the preset's, or "own rules". */
export const rulesName = (preset: string): string => (preset ? t('patience.preset.' + preset) : t('web.page.own-rules'))

/** The value of an option in few words. */
export function valueName(option: keyof Rules, value: string): string {
  const id = `patience.value.${option}.${value}`
  if (has(id)) return t(id)
  return option === 'undo' ? t('patience.value.undo.number', { N: Number(value) }) : value
}

/** The rules, an option a line. */
export function rulesLines(rules: string): string[] {
  const r = parseRules(rules)
  const shown: (keyof Rules)[] = ['king', 'draw', 'scoring', 'undo']
  if (r.jokers !== '0') shown.push('jokers')
  if (r.opening !== 'dealt') shown.push('opening')
  return shown.map((o) => `${t('patience.option.' + o)}: ${valueName(o, r[o])}`)
}

export const cardsLeft = (p: Position): number => p.columns.reduce((n, c) => n + c.length, 0)

/** What the head line counts. In rounds it is always strokes. */
export function score(p: Position, strokes: boolean): { value: string; unit: string } {
  const scoring = strokes ? 'strokes' : parseRules(p.rules).scoring
  switch (scoring) {
    case 'points':
      return { value: String(p.points), unit: t('web.unit.points', { N: p.points }) }
    case 'strokes':
      return { value: signed(p.strokes), unit: t('web.unit.strokes', { N: Math.abs(p.strokes) }) }
    default: {
      const left = cardsLeft(p)
      return { value: String(left), unit: t('web.unit.left', { N: left }) }
    }
  }
}

/** What went wrong with a code or board that was typed in. */
export function faultText(why: string, detail: string): string {
  for (const id of ['dealcode.fault.' + why, 'dealcode.board.' + why, 'web.fault.' + why]) {
    if (has(id)) return t(id, { Text: detail, Card: detail })
  }
  return t(why.startsWith('rules-') ? 'web.fault.rules' : 'web.fault.other', { Text: detail })
}
