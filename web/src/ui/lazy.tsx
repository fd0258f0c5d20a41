import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'

export interface ViewProps {
  path: string[]
}

/** A view whose script is fetched when it is first wanted. */
export function lazy(load: () => Promise<ComponentType<ViewProps>>): ComponentType<ViewProps> {
  let known: ComponentType<ViewProps> | undefined
  return function Lazy(props: ViewProps) {
    const [View, set] = useState<{ of: ComponentType<ViewProps> } | undefined>(known && { of: known })
    const [failed, fail] = useState(false)
    useEffect(() => {
      if (View) return
      load().then(
        (view) => {
          known = view
          set({ of: view })
        },
        () => fail(true),
      )
    }, [])
    if (failed) return <p class="notice">{t('web.page.view-failed')}</p>
    return View ? <View.of {...props} /> : null
  }
}
