// Home: patience and tables, side by side. Both can be played from here at once:
// the board on the left is the game itself, the table is a tap away.
import { useEffect, useState } from 'preact/hooks'
import { Back, Face } from '../cards/card'
import { t } from '../i18n'
import { playDay, today } from '../state/daily'
import { deal, position_, saved } from '../state/play'
import { visit } from '../state/route'
import { chosenRules } from '../state/settings'
import { dialog, say } from '../state/ui'
import { Icon } from '../ui/icon'
import { lazy, type ViewProps } from '../ui/lazy'
import { PlayBoard } from './game'
import { Kept } from './kept'
import { cardsLeft, faultText, rulesName, score } from './words'

const TablesNow = lazy(() => import('../golf/main').then((m) => m.begin(m.TablesNow)))

export function Home(_: ViewProps) {
  return (
    <main class="home">
      <header class="head">
        <h1>Birdie</h1>
        <nav class="jump" aria-label={t('web.home.about')}>
          {['patience', 'table'].map((half) => (
            <button key={half} type="button" onClick={() => document.getElementById('home-' + half)?.parentElement?.scrollIntoView({ block: 'start' })}>
              {t('web.home.' + half)}
            </button>
          ))}
        </nav>
        <p>{t('web.home.about')}</p>
        <button type="button" class="icon" aria-label={t('web.page.menu')} onClick={() => (dialog.value = 'menu')}>
          <Icon of="menu" />
        </button>
      </header>
      <div class="halves">
        <PatienceHalf />
        <TableHalf />
      </div>
    </main>
  )
}

function PatienceHalf() {
  const p = position_.value
  const s = saved.value
  if (!p || !s) return null
  const over = p.state !== 'playing'
  const begun = !over && s.actions !== ''
  const { value, unit } = score(p, false)

  const anew = async () => {
    // What has been begun is not given up by one tap: the sheet says so first.
    if (begun && s.kind === 'free') {
      dialog.value = 'new'
      return
    }
    const no = await deal({ rules: chosenRules() })
    if (no) say(faultText(no.why, no.detail))
  }
  return (
    <section class="paper half" aria-labelledby="home-patience">
      <h2 id="home-patience">{t('web.home.patience')}</h2>
      <p class="small">
        {[rulesName(p.preset), over ? t('patience.state.' + p.state) : t('web.line.cards', { N: cardsLeft(p) }), begun || over ? `${value} ${unit}` : t('web.home.patience-about')].join(' · ')}
      </p>
      <div class="lawn">
        <PlayBoard position={p} />
      </div>
      <div class="row">
        <a class="button main" data-do="patience" href="#patience">
          <Icon of="play" />
          {t(begun ? 'web.home.go-on' : over ? 'web.home.look' : 'web.home.play')}
        </a>
        <button type="button" class="button" data-do="deal" onClick={() => void anew()}>
          {t('web.home.next')}
        </button>
        <button type="button" class="button" data-do="today" onClick={() => void playDay(today(), chosenRules()).then(() => visit('patience'))}>
          {t('web.menu.daily')}
        </button>
      </div>
      <Kept onGo={() => visit('patience')} />
      <nav class="more" aria-label={t('web.home.patience')}>
        <a href="#round">
          <Icon of="flag" />
          {t('web.menu.round')}
        </a>
        <a href="#statistics">
          <Icon of="chart" />
          {t('web.menu.statistics')}
        </a>
        <a href="#learn">
          <Icon of="book" />
          {t('web.home.rules')}
        </a>
      </nav>
    </section>
  )
}

function TableHalf() {
  // The rest of the tables comes when the first view has been drawn.
  const [rest, setRest] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRest(true), 50)
    return () => clearTimeout(timer)
  }, [])
  const play = () => {
    setBusy(true)
    import('../golf/main').then((m) => m.playNow()).catch(() => {
      setBusy(false)
      say(t('web.page.view-failed'))
    })
  }
  return (
    <section class="paper half" aria-labelledby="home-table">
      <h2 id="home-table">{t('web.home.table')}</h2>
      <p class="small">{t('web.home.table-about')}</p>
      <Felt />
      <div class="row">
        <button type="button" class="button main" data-do="play" disabled={busy} onClick={play}>
          <Icon of="play" />
          {t('web.home.bots')}
        </button>
        <a class="button" href="#golf/new/online">
          {t('web.home.invite')}
        </a>
        <a class="button" href="#golf/new/device">
          {t('web.home.device')}
        </a>
      </div>
      <div class="tables">{rest && <TablesNow path={[]} />}</div>
      <nav class="more" aria-label={t('web.home.table')}>
        <a href="#golf">
          <Icon of="gear" />
          {t('web.home.choose')}
        </a>
        <a href="#golf/rules">
          <Icon of="book" />
          {t('web.home.rules')}
        </a>
      </nav>
    </section>
  )
}

/** A picture of a table, for the eye only. */
function Felt() {
  const grid = (cards: string[]) => (
    <div class="grid">
      {cards.map((card, i) => (
        <div class="card" key={i}>
          {card ? <Face card={card} /> : <Back />}
        </div>
      ))}
    </div>
  )
  return (
    <div class="lawn felted" aria-hidden="true">
      <div class="across">
        {grid(['', '7D', '', '2C', '', ''])}
        {grid(['KH', '', '', '', '', 'AS'])}
        {grid(['', '', '4H', '', 'JC', ''])}
      </div>
      <div class="across">
        <div class="card">
          <Face card="5S" />
        </div>
        <div class="card">
          <Back />
        </div>
      </div>
      <div class="near">{grid(['8H', '', '', '8S', '3D', ''])}</div>
    </div>
  )
}
