import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../i18n'
import { base } from '../state/route'
import { Icon } from './icon'

/** A view beside the game: paper on the green, with the way back. */
export function View({ title, children, wide, back = base.value }: { title: string; children: ComponentChildren; wide?: boolean; back?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Birdie`
    heading.current?.focus()
    scrollTo(0, 0)
    return () => {
      document.title = 'Birdie'
    }
  }, [title])
  return (
    <main class={wide ? 'view wide' : 'view'}>
      <header class="head">
        <a class="icon" href={back} aria-label={t('web.page.back')}>
          <Icon of="back" />
        </a>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
      </header>
      <div class="paper">{children}</div>
    </main>
  )
}
