import { createElement, type ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n'

export interface ViewProps {
  path: string[]
}

/** A view or dialog whose script is fetched when it is first wanted. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | undefined
  return function Lazy(props: P) {
    const [view, set] = useState<{ of: ComponentType<P> } | undefined>(known && { of: known })
    const [failed, fail] = useState(false)
    useEffect(() => {
      if (view) return
      load().then(
        (of) => {
          known = of
          set({ of })
        },
        () => fail(true),
      )
    }, [])
    if (failed) return <p class="toast">{t('web.page.view-failed')}</p>
    return view ? createElement(view.of, props) : null
  }
}
