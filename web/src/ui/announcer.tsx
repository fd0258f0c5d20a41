import { announcement } from '../state/announce'

/** Where a screen reader hears what happens. */
export function Announcer() {
  return (
    <div class="unseen" role="status" aria-live="polite">
      {announcement}
    </div>
  )
}
