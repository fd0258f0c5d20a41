// Golf with a grid: what is fetched when someone first goes to a table.
import type { ComponentType } from 'preact'
import { alsoSay, type Lang } from '../i18n'
import { lazy, type ViewProps } from '../ui/lazy'
import { HomeView, playNow as deal, TablesNow } from './home'
import { MatchView } from './match'

const texts: Record<Lang, () => Promise<{ default: Record<string, string | [string, string]> }>> = {
  en: () => import('birdie:tabletexts/en'),
  de: () => import('birdie:tabletexts/de'),
}

const styled = () =>
  new Promise<void>((done) => {
    if (document.querySelector('link[data-golf]')) return done()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = GOLF_STYLE
    link.dataset.golf = ''
    link.onload = link.onerror = () => done()
    document.head.append(link)
  })

/** A view, once its texts and styles are there. */
export async function begin<P extends object>(view: ComponentType<P>): Promise<ComponentType<P>> {
  await Promise.all([alsoSay(texts), styled()])
  return view
}

const views: Record<string, ComponentType<ViewProps>> = {
  play: MatchView,
  new: lazy(() => import('./setup').then((m) => m.SetupView)),
  replay: lazy(() => import('./replay').then((m) => m.ReplayView)),
  rules: lazy(() => import('./rules').then((m) => m.RulesView)),
}

/** Everything behind #golf. */
export function GolfView({ path }: ViewProps) {
  const View = views[path[0] ?? ''] ?? HomeView
  return <View path={path.slice(1)} />
}

/** A table of the server: #t/ID. */
export const OnlineView = lazy(() => import('./online/view').then((m) => m.OnlineView))

/** For the first view: matches and tables to go to. */
export { TablesNow }

/** Deals at once, from anywhere. */
export async function playNow(): Promise<void> {
  await alsoSay(texts)
  await deal()
}
