import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { MenuDialog } from './views/menu'
import { lazy, type ViewProps } from './ui/lazy'
import { Announcer } from './ui/announcer'
import { Toast } from './ui/toast'
import { deal, saved } from './state/play'
import { route, visit } from './state/route'
import { dialog, say } from './state/ui'
import { Game } from './views/game'
import { Home } from './views/home'
import { faultText } from './views/words'

const views: Record<string, ComponentType<ViewProps>> = {
  '': Home,
  patience: Game,
  daily: lazy(() => import('./views/daily').then((m) => m.DailyView)),
  golf: lazy(() => import('./golf/main').then((m) => m.begin(m.GolfView))),
  t: lazy(() => import('./golf/main').then((m) => m.begin(m.OnlineView))),
  learn: lazy(() => import('./views/learn').then((m) => m.LearnView)),
  replay: lazy(() => import('./views/replay').then((m) => m.ReplayView)),
  round: lazy(() => import('./views/round').then((m) => m.RoundView)),
  settings: lazy(() => import('./views/settings').then((m) => m.SettingsView)),
  statistics: lazy(() => import('./views/statistics').then((m) => m.StatisticsView)),
  text: lazy(() => import('./views/text').then((m) => m.TextView)),
}

const dialogs = {
  menu: MenuDialog,
  new: lazy(() => import('./views/newgame').then((m) => m.NewDialog)),
  deal: lazy(() => import('./views/deal').then((m) => m.DealDialog)),
  help: lazy(() => import('./views/help').then((m) => m.HelpDialog)),
}

export function App() {
  const name = route.value[0] ?? ''
  const View = views[name]
  const Dialog = dialog.value && dialogs[dialog.value]

  // An address that names a deal deals it, once.
  useEffect(() => {
    if (View) return
    const source = route.value.join('/')
    visit('patience')
    if (saved.value?.code === source) return
    void deal({ rules: '*', source }).then((no) => no && say(faultText(no.why, no.detail)))
  }, [name])

  return (
    <>
      {View ? <View path={route.value.slice(1)} /> : <Game />}
      {Dialog && <Dialog />}
      <Toast />
      <Announcer />
    </>
  )
}
