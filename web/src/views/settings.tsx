import type { ViewProps } from '../ui/lazy'

export function SettingsView(_: ViewProps) {
  return <main />
}
