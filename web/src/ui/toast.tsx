import { useEffect } from 'preact/hooks'
import { toast } from '../state/ui'

export function Toast() {
  const now = toast.value
  useEffect(() => {
    if (!now) return
    const timer = setTimeout(() => (toast.value = null), now.action ? 12_000 : 3500)
    return () => clearTimeout(timer)
  }, [now?.n])
  if (!now) return null
  return (
    <div class="toast" key={now.n}>
      <span>{now.text}</span>
      {now.action && (
        <button
          type="button"
          onClick={() => {
            now.action?.do()
            toast.value = null
          }}
        >
          {now.action.text}
        </button>
      )}
    </div>
  )
}
