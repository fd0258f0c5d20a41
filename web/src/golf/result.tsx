// What a hole came to: every grid turned up, cancelled lines struck out, the sums
// added up; and the scorecard of the whole match.
import { Face } from '../cards/card'
import { signed, t } from '../i18n'
import type { CardHole, Rules, Score, Scorecard } from './protocol'
import { cancelText, names, strokes, who, type SeatInfo } from './words'

/** The parts of a score that are more than the sum of the cards. */
function extras(score: Score): [string, number][] {
  const items: [string, number | undefined][] = [
    [t('golf.score.four-equal'), score['four-equal']],
    [t('golf.score.bonus'), score.bonus],
    [t('golf.score.doubling'), score.doubling],
    [t('golf.score.penalty'), score.penalty],
  ]
  return items.filter((i): i is [string, number] => Boolean(i[1]))
}

/** The open grid of a seat with what each card counts. */
export function Counted({ cards, score, rules }: { cards: string[]; score: Score; rules: Rules }) {
  const cols = cards.length / (rules.layout === 'nine' ? 3 : 2)
  const off = (i: number) => score.columns?.includes((i % cols) + 1) || score.rows?.includes(Math.floor(i / cols) + 1)
  return (
    <div class="counted" style={{ '--cols': cols }} aria-hidden="true">
      {cards.map((card, i) => (
        <div key={i} class={off(i) ? 'cell off' : 'cell'}>
          <div class="card">
            <Face card={card} />
          </div>
          <b>{off(i) ? '0' : strokes(score.cells[i] ?? 0)}</b>
        </div>
      ))}
    </div>
  )
}

/** A hole, seat by seat, the lowest first. */
export function HoleResult({ hole, rules, seats, you, totals }: { hole: CardHole; rules: Rules; seats: SeatInfo[]; you: number | null; totals: number[] }) {
  const order = [...hole.active].sort((a, b) => (hole.scores[a]?.total ?? 0) - (hole.scores[b]?.total ?? 0))
  const lowest = Math.min(...hole.active.map((s) => hole.scores[s]?.total ?? 0))
  return (
    <ol class="result">
      {order.map((seat) => {
        const score = hole.scores[seat]
        if (!score) return null
        return (
          <li key={seat} class={score.total === lowest ? 'lowest' : ''}>
            <div class="sum">
              <b class="name">{who(seats, seat, you)}</b>
              {hole.ender === seat && <small>{t('golfpage.seat.ender')}</small>}
              <small>{cancelText(score)}</small>
              {extras(score).map(([what, n]) => (
                <small key={what}>
                  {what}: {signed(n)}
                </small>
              ))}
            </div>
            <Counted cards={hole.grids[seat] ?? []} score={score} rules={rules} />
            <p class="strokes">
              <b>{strokes(score.total)}</b>
              <small>{hole.extra ? t('golfpage.result.extra') : t('golfpage.result.total', { N: strokes(totals[seat] ?? 0) })}</small>
            </p>
          </li>
        )
      })}
    </ol>
  )
}

/** The scorecard: a row a hole, a column a seat. */
export function Card({ card, seats, you }: { card: Scorecard; seats: SeatInfo[]; you: number | null }) {
  return (
    <div class="scroll scorecard" tabIndex={0} role="group" aria-label={t('golfpage.result.card')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('golfpage.result.hole')}</th>
            {seats.map((_, i) => (
              <th scope="col" key={i}>
                {who(seats, i, you)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {card.holes.map((h, i) => {
            const lowest = Math.min(...h.active.map((s) => h.scores[s]?.total ?? 0))
            return (
              <tr key={i}>
                <th scope="row">{h.extra ? t('golfpage.result.extra-hole', { N: h.extra }) : i + 1}</th>
                {seats.map((_, s) => {
                  const played = h.active.includes(s)
                  const n = h.scores[s]?.total ?? 0
                  return (
                    <td key={s} class={played && n === lowest ? 'low' : ''}>
                      {played ? <span>{strokes(n)}</span> : '–'}
                      {played && h.ender === s && <span class="unseen"> {t('golfpage.seat.ender')}</span>}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr class="sum">
            <th scope="row">{t('golfpage.result.sum')}</th>
            {seats.map((_, s) => (
              <td key={s} class={card.winners.includes(s) ? 'low' : ''}>
                <span>{strokes(card.totals[s] ?? 0)}</span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Who stands where, the lowest first. */
export function Standings({ card, seats, you }: { card: Scorecard; seats: SeatInfo[]; you: number | null }) {
  const order = seats.map((_, i) => i).sort((a, b) => Number(card.winners.includes(b)) - Number(card.winners.includes(a)) || (card.totals[a] ?? 0) - (card.totals[b] ?? 0))
  return (
    <ol class="standings">
      {order.map((seat) => {
        const total = card.totals[seat] ?? 0
        const place = card.winners.includes(seat) ? 1 : Math.max(card.winners.length + 1, 1 + card.totals.filter((n) => n < total).length)
        return (
          <li key={seat} class={card.winners.includes(seat) ? 'winner' : ''}>
            <b>{place}.</b>
            <span>{who(seats, seat, you)}</span>
            <b class="n">{strokes(total)}</b>
          </li>
        )
      })}
    </ol>
  )
}

/** The result as a text to hand on. */
export function resultText(card: Scorecard, seats: SeatInfo[], rules: string): string {
  const order = seats.map((_, i) => i).sort((a, b) => (card.totals[a] ?? 0) - (card.totals[b] ?? 0))
  const lines = order.map((s) => `${seats[s]?.name}: ${strokes(card.totals[s] ?? 0)} (${card.holes.filter((h) => !h.extra).map((h) => strokes(h.scores[s]?.total ?? 0)).join(' ')})`)
  return [t('golfpage.result.share', { Rules: rules, N: card.holes.filter((h) => !h.extra).length, Players: names(seats, card.winners, null) }), ...lines].join('\n')
}
