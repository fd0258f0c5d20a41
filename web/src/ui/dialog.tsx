import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../i18n'
import { Announcer } from './announcer'
import { Icon } from './icon'
import { Toast } from './toast'

/** A sheet of paper over the page. Escape and the cross close it. */
export function Dialog({ title, onClose, children, wide }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      class={wide ? 'sheet wide' : 'sheet'}
      aria-labelledby={id}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
      }}
      onClick={(e) => {
        if (e.target === element.current) onClose()
      }}
    >
      <div class="paper">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon" aria-label={t('web.page.close')} onClick={onClose}>
            <Icon of="cross" />
          </button>
        </header>
        {children}
      </div>
      {/* What lies outside is neither seen above a sheet nor heard. */}
      <Toast />
      <Announcer />
    </dialog>
  )
}
