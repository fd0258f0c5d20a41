// The game as text: type a column or a word, read the answer. For screen readers,
// and for the fun of it.
import { useEffect, useRef, useState } from 'preact/hooks'
import { chosenRules } from '../state/settings'
import { isJoker, name, short } from '../cards/card'
import { t } from '../i18n'
import { act, deal, position_, refusal, undo } from '../state/play'
import type { Position } from '../engine/protocol'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { cardsLeft } from './words'

/** The board in words, a column a line. */
export function boardText(p: Position): string[] {
  const lines = p.columns.map((column, i) =>
    column.length === 0 ? t('web.board.column-empty', { Column: i + 1 }) : t('web.text.column', { Column: i + 1, Cards: column.map(short).join(' ') }),
  )
  const top = p.waste.at(-1)
  lines.push(top ? t('web.text.waste', { Card: isJoker(top) ? name(top) : short(top) }) : t('web.board.waste-empty'))
  lines.push(t('web.board.stock', { N: p.stock }))
  return lines
}

/** The commands, with the words for them in both languages. */
const commands: [letter: string, words: string[]][] = [
  ['d', ['d', 'draw', 'z', 'ziehen', 'zieh']],
  ['u', ['u', 'undo', 'rückgängig', 'zurück']],
  ['r', ['r', 'redo', 'wiederholen']],
  ['g', ['give up', 'aufgeben', 'giveup']],
  ['new', ['new', 'n', 'neu']],
  ['board', ['board', 'b', 'brett', 'spielfeld', 'l', 'look']],
  ['moves', ['moves', 'm', 'züge', 'zuege']],
  ['help', ['help', '?', 'hilfe']],
]

export function TextView(_: ViewProps) {
  const [lines, setLines] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const end = useRef<HTMLDivElement>(null)
  const say = (...more: string[]) => setLines((old) => [...old.slice(-200), ...more])

  useEffect(() => {
    const p = position_.peek()
    if (p) say(t('web.text.welcome'), ...boardText(p))
  }, [])
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [lines.length])

  const answer = (before: Position | null, letter: string) => {
    const p = position_.peek()
    if (!p || p.actions === before?.actions) {
      say(refusal.peek() ? t('patience.refusal.' + refusal.peek()?.why) : t('web.text.nothing'))
      return
    }
    const top = p.waste.at(-1) ?? ''
    const column = Number(letter) - 1
    if (column >= 0) {
      const free = p.columns[column]?.at(-1)
      say(`${t('web.say.removed', { Card: short(top) })}, ${free ? t('web.say.freed', { Card: short(free) }) : t('web.say.cleared', { N: column + 1 })}.`)
    } else {
      say(letter === 'd' ? t('web.say.drawn', { Card: short(top) }) : t('web.text.waste', { Card: top ? short(top) : '–' }))
    }
    if (p.state !== 'playing') say(t('patience.state.' + p.state) + '. ' + t('web.line.cards', { N: cardsLeft(p) }))
    else tellMoves(p)
  }

  const tellMoves = (p: Position) => {
    const fits = [...p.can].filter((l) => l >= '1' && l <= '7').map((l) => `${l} (${short(p.columns[Number(l) - 1]?.at(-1) ?? '')})`)
    say(fits.length ? t('web.text.fits', { Moves: fits.join(', ') }) : p.can.includes('d') ? t('web.text.draw') : t('web.say.no-removal'))
  }

  const run = async (text: string) => {
    const word = text.trim().toLowerCase()
    if (!word) return
    say('> ' + text.trim())
    const p = position_.peek()
    if (/^[1-7]$/.test(word)) {
      await act(word)
      answer(p, word)
      return
    }
    const command = commands.find(([, words]) => words.includes(word))?.[0]
    switch (command) {
      case undefined: {
        const no = /^go\d|^pysol/.test(word) ? await deal({ rules: '*', source: word }) : undefined
        const now = position_.peek()
        if (no === null && now) say(...boardText(now))
        else say(t('web.text.unknown', { Word: text.trim() }))
        break
      }
      case 'new': {
        await deal({ rules: chosenRules() })
        const now = position_.peek()
        if (now) say(now.code, ...boardText(now))
        break
      }
      case 'board':
        if (p) say(...boardText(p))
        break
      case 'moves':
        if (p) tellMoves(p)
        break
      case 'help':
        say(t('web.text.help'))
        break
      case 'u':
        undo()
        await new Promise((resolve) => setTimeout(resolve, 60))
        answer(p, 'u')
        break
      default:
        await act(command)
        answer(p, command)
    }
  }

  return (
    <View title={t('web.text.title')}>
      <div class="console" role="log" aria-live="polite" tabIndex={0} aria-label={t('web.text.log')}>
        {lines.map((line, i) => (
          <div key={i} class={line.startsWith('>') ? 'own' : ''}>
            {line}
          </div>
        ))}
        <div ref={end} />
      </div>
      <form
        class="prompt"
        onSubmit={(e) => {
          e.preventDefault()
          void run(typed)
          setTyped('')
        }}
      >
        <label class="field">
          <span>{t('web.text.command')}</span>
          <input type="text" value={typed} autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send" onInput={(e) => setTyped(e.currentTarget.value)} />
        </label>
        <button type="submit" class="button main">
          {t('web.text.send')}
        </button>
      </form>
      <p class="small">{t('web.text.help')}</p>
    </View>
  )
}
