import { lazy } from './ui/lazy'
import { Announcer } from './ui/announcer'
import { route } from './state/route'
import { Game } from './views/game'

const views: Record<string, ReturnType<typeof lazy>> = {
  settings: lazy(() => import('./views/settings').then((m) => m.SettingsView)),
}

export function App() {
  const View = views[route.value[0] ?? '']
  return (
    <>
      {View ? <View path={route.value.slice(1)} /> : <Game />}
      <Announcer />
    </>
  )
}
