// The scorecard of nine holes, for one or for two. It prints.
import { useEffect, useState } from 'preact/hooks'
import { date, signed, t } from '../i18n'
import { count, done, holes, pastRounds, resumeRound, round, startRound, turnOf, holeOf, type Card, type Round } from '../state/round'
import { visit } from '../state/route'
import { chosenRules } from '../state/settings'
import { Switch } from '../ui/fields'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { presetOf } from './newgame'
import { rulesName } from './words'

export function RoundView(_: ViewProps) {
  const [same, setSame] = useState(true)
  const r = round.value
  const rules = chosenRules()
  const begin = async (kind: Round['kind']) => {
    await startRound(rules, presetOf(rules), kind, same)
    visit('patience')
  }
  const past = pastRounds.value.filter((p) => p.id !== r?.id)
  return (
    <View title={t('web.round.title')}>
      {r ? <Scorecard round={r} /> : <p>{t('web.round.about')}</p>}
      {r && !done(r) && (
        <div class="row">
          <button
            type="button"
            class="button main"
            onClick={async () => {
              await resumeRound()
              visit('patience')
            }}
          >
            <Icon of="play" />
            {t('web.round.continue', { N: holeOf(r) })}
          </button>
        </div>
      )}
      <section class="section noprint">
        <h2>{t('web.round.new')}</h2>
        <p class="small">{t('web.round.rules', { Rules: rulesName(presetOf(rules)) })}</p>
        <div class="row">
          <button type="button" class="button" onClick={() => void begin('round')}>
            <Icon of="flag" />
            {t('web.round.nine')}
          </button>
          <button type="button" class="button" onClick={() => void begin('tournament')}>
            <Icon of="two" />
            {t('web.round.tournament')}
          </button>
        </div>
        <Switch label={t('web.round.same')} note={t('web.round.same-note')} value={same} onChange={setSame} />
      </section>
      {past.length > 0 && (
        <section class="section noprint">
          <h2>{t('web.round.past')}</h2>
          <ul class="list">
            {past.slice(0, 20).map((p) => (
              <PastRound key={p.id} round={p} />
            ))}
          </ul>
        </section>
      )}
    </View>
  )
}

function useCount(r: Round): Card | null {
  const [card, set] = useState<Card | null>(null)
  useEffect(() => {
    void count(r).then(set, () => {})
  }, [r])
  return card
}

const playerName = (r: Round, i: number): string => (r.played.length > 1 ? t('web.round.player', { N: i + 1 }) : t('web.round.strokes'))

function Scorecard({ round: r }: { round: Round }) {
  const card = useCount(r)
  const over = done(r)
  return (
    <div class="scorecard">
      <p class="small">
        {rulesName(r.preset)} · {date(new Date(r.started).toISOString())}
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label={t('web.round.card')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('web.round.hole-head')}</th>
              {Array.from({ length: holes }, (_, i) => (
                <th scope="col" key={i}>
                  {i + 1}
                </th>
              ))}
              <th scope="col">{t('web.round.total')}</th>
              {r.played.length > 1 && <th scope="col">{t('web.round.points')}</th>}
            </tr>
          </thead>
          <tbody>
            {r.played.map((played, who) => (
              <tr key={who} aria-current={!over && turnOf(r) === who && r.played.length > 1 ? 'true' : undefined}>
                <th scope="row">{playerName(r, who)}</th>
                {Array.from({ length: holes }, (_, i) => {
                  const hole = played[i]
                  return (
                    <td key={i} class={hole?.won ? 'won' : ''}>
                      {hole ? <a href={`#replay/${hole.code}.${hole.actions}`}>{signed(hole.strokes)}</a> : ''}
                    </td>
                  )
                })}
                <td class="sum">{card ? signed(card.totals[who] ?? 0) : ''}</td>
                {r.played.length > 1 && <td class="sum">{card ? card.points[who] : ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {card && r.played.length === 1 && (
        <p>
          {t('web.round.par', { Par: card.par })} {over && t(card.beaten ? 'web.round.beaten' : 'web.round.not-beaten')}
        </p>
      )}
      {card && r.played.length > 1 && <p>{over ? (card.winner < 0 ? t('web.round.tie') : t('web.round.winner', { N: card.winner + 1 })) : t('web.round.turn', { N: turnOf(r) + 1, Hole: holeOf(r) })}</p>}
      <div class="row noprint">
        <button type="button" class="button" onClick={() => print()}>
          {t('web.round.print')}
        </button>
      </div>
    </div>
  )
}

function PastRound({ round: r }: { round: Round }) {
  const card = useCount(r)
  return (
    <li>
      <b>{card ? card.totals.map(signed).join(' : ') : '…'}</b> {rulesName(r.preset)} · {date(new Date(r.started).toISOString())}
      {card?.beaten && ` · ${t('web.round.beaten')}`}
    </li>
  )
}
