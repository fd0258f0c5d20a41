// Setting a match up: who plays, by what rules; on this device or at a table that
// friends are invited to.
import { useState } from 'preact/hooks'
import { t } from '../i18n'
import { visit } from '../state/route'
import { Choice, Select, Switch } from '../ui/fields'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { BotSelect } from './botselect'
import { newMatch, opponents, type Player } from './local'
import { openTable } from './online/api'
import { problemText } from './online/words'
import { prefer, prefs } from './prefs'
import { rulesText } from './protocol'
import { asRules, faultText, presetRules, RulesForm, type Fault } from './rulesform'
import { botCall } from './words'

export function SetupView({ path }: ViewProps) {
  return path[0] === 'device' ? <DeviceSetup /> : <TableSetup />
}

function DeviceSetup() {
  const [people, setPeople] = useState(() => {
    const known = prefs.value.people.length ? prefs.value.people : [prefs.value.name, '']
    return known.length > 1 ? known : [...known, '']
  })
  const [bots, setBots] = useState<string[]>([])
  const [rules, setRules] = useState(presetRules(prefs.value.preset))
  const [fault, setFault] = useState<Fault | null>(null)
  const label = (i: number) => t('golfpage.setup.person', { N: i + 1 })

  const start = (event: Event) => {
    event.preventDefault()
    prefer({ people })
    const players: Player[] = [...people.map((name, i) => ({ name: name.trim() || label(i) })), ...opponents(bots)]
    void newMatch(rulesText(rules), players)
    visit('golf/play')
  }
  return (
    <View title={t('golfpage.home.device')} back="#golf">
      <form onSubmit={start}>
        <h2>{t('golf.option.players')}</h2>
        {people.map((name, i) => (
          <div class="seatrow" key={i}>
            <label class="field">
              <span>{label(i)}</span>
              <input value={name} maxLength={24} autocomplete="off" placeholder={label(i)} onInput={(e) => setPeople(people.map((p, j) => (j === i ? e.currentTarget.value : p)))} />
            </label>
            {people.length > 2 && (
              <button type="button" class="icon" aria-label={t('golfpage.setup.remove', { Player: name || label(i) })} onClick={() => setPeople(people.filter((_, j) => j !== i))}>
                <Icon of="cross" />
              </button>
            )}
          </div>
        ))}
        {bots.map((bot, i) => (
          <div class="seatrow" key={'b' + i}>
            <BotSelect label={t('golfpage.setup.bot')} value={bot} onChange={(b) => setBots(bots.map((x, j) => (j === i ? b : x)))} />
            <button type="button" class="icon" aria-label={t('golfpage.setup.remove', { Player: botCall(bot) })} onClick={() => setBots(bots.filter((_, j) => j !== i))}>
              <Icon of="cross" />
            </button>
          </div>
        ))}
        <div class="row">
          <button type="button" class="button" disabled={people.length >= 6 || people.length + bots.length >= 8} onClick={() => setPeople([...people, ''])}>
            <Icon of="plus" />
            {t('golfpage.setup.add-person')}
          </button>
          <button type="button" class="button" disabled={people.length + bots.length >= 8} onClick={() => setBots([...bots, 'medium'])}>
            <Icon of="plus" />
            {t('golfpage.setup.add-bot')}
          </button>
        </div>
        <RulesForm rules={rules} players={people.length + bots.length} onChange={setRules} onFault={setFault} />
        {fault && (
          <p class="fault" role="alert">
            {faultText(fault)}
          </p>
        )}
        <div class="row start">
          <button type="submit" class="button main" disabled={fault !== null}>
            {t('golfpage.setup.deal')}
          </button>
        </div>
      </form>
    </View>
  )
}

function TableSetup() {
  const [name, setName] = useState(prefs.value.name)
  const [rules, setRules] = useState(presetRules(prefs.value.preset))
  const [seats, setSeats] = useState(4)
  const [clock, setClock] = useState('0')
  const [listed, setListed] = useState(false)
  const [spectators, setSpectators] = useState(true)
  const [quiet, setQuiet] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const open = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    prefer({ name: name.trim() })
    const opened = await openTable(name.trim(), { rules: asRules(rules), seats, clock: Number(clock), listed, spectators, quiet })
    setBusy(false)
    if (opened.value) visit('t/' + opened.value.table)
    else setProblem(problemText(opened.code))
  }
  return (
    <View title={t('golfpage.home.invite')} back="#golf">
      <form onSubmit={(e) => void open(e)}>
        <label class="field">
          <span>{t('golfpage.setup.name')}</span>
          <input value={name} maxLength={24} required autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        <div class="fields">
          <Select label={t('golfpage.setup.seats')} value={String(seats)} values={[2, 3, 4, 5, 6, 7, 8].map((n) => [String(n), String(n)])} onChange={(n) => setSeats(Number(n))} />
        </div>
        <RulesForm rules={rules} players={seats} onChange={setRules} onFault={setFault} />
        <Choice
          label={t('golfpage.setup.clock')}
          value={clock}
          values={[
            ['0', t('golfpage.setup.no-clock')],
            ['30', t('golfpage.setup.seconds', { N: 30 })],
            ['60', t('golfpage.setup.seconds', { N: 60 })],
            ['120', t('golfpage.setup.seconds', { N: 120 })],
          ]}
          onChange={setClock}
        />
        <Switch label={t('golfpage.setup.listed')} note={t('golfpage.setup.listed-note')} value={listed} onChange={setListed} />
        <Switch label={t('golfpage.setup.spectators')} value={spectators} onChange={setSpectators} />
        <Switch label={t('golfpage.setup.quiet')} value={quiet} onChange={setQuiet} />
        {(fault || problem) && (
          <p class="fault" role="alert">
            {fault ? faultText(fault) : problem}
          </p>
        )}
        <div class="row start">
          <button type="submit" class="button main" disabled={fault !== null || busy}>
            {t('golfpage.setup.open')}
          </button>
        </div>
      </form>
    </View>
  )
}
