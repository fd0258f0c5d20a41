// The rules of Golf with a grid: a page for each preset, generated from the rules
// themselves.
import golf from 'birdie:golf'
import { useEffect, useState } from 'preact/hooks'
import { lang, t, type Lang } from '../i18n'
import { Icon } from '../ui/icon'
import type { ViewProps } from '../ui/lazy'
import { View } from '../ui/view'
import { BlockOf, type Page } from '../views/learn'
import { presetName } from './words'

const load: Record<Lang, () => Promise<{ default: Record<string, Page> }>> = {
  en: () => import('birdie:tablerules/en'),
  de: () => import('birdie:tablerules/de'),
}

export function RulesView({ path }: ViewProps) {
  const preset = golf.presets.find((p) => p.id === path[0])
  if (preset) return <RulesPage id={preset.id} />
  return (
    <View title={t('golfpage.home.learn')} back="#golf">
      <p>{t('golfpage.home.about')}</p>
      <ul class="menu">
        {golf.presets.map((p) => (
          <li key={p.id}>
            <a href={'#golf/rules/' + p.id}>
              <span>
                <b>{presetName(p.id)}</b>
                <small>{t('golfpage.preset.' + p.id)}</small>
              </span>
              <Icon of="next" />
            </a>
          </li>
        ))}
      </ul>
    </View>
  )
}

function RulesPage({ id }: { id: string }) {
  const [page, setPage] = useState<Page | null>(null)
  const l = lang.value
  useEffect(() => {
    void load[l]().then((m) => setPage(m.default[id] ?? null))
  }, [id, l])
  if (!page) return <View title={presetName(id)} back="#golf/rules">{null}</View>
  return (
    <View title={page.title} back="#golf/rules">
      <article class="rules">
        <nav class="contents" aria-label={t('web.learn.contents')}>
          <ul>
            {page.blocks.map((b) =>
              'heading' in b ? (
                <li key={b.id}>
                  <button type="button" class="link" onClick={() => document.getElementById(b.id)?.scrollIntoView()}>
                    {b.heading}
                  </button>
                </li>
              ) : null,
            )}
          </ul>
        </nav>
        {page.blocks.map((b, i) => (
          <BlockOf key={i} block={b} />
        ))}
      </article>
    </View>
  )
}
