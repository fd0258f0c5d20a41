import './styles/main.css'
import { render } from 'preact'
import { App } from './app'
import { speak } from './i18n'
import { workOffline } from './state/offline'
import { resume } from './state/play'
import { applySettings, chosenLang, settings } from './state/settings'
import { sound } from './state/sound'
import { stayAwake } from './state/ui'

resume(JSON.parse(document.getElementById('first')?.textContent ?? '""') as string)
await speak(chosenLang())
applySettings()
render(<App />, document.getElementById('app') as HTMLElement)
sound()
if (settings.value.awake) stayAwake()
workOffline()
