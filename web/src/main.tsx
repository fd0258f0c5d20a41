import './styles/main.css'
import { render } from 'preact'
import { App } from './app'
import { speak } from './i18n'
import { resume } from './state/play'
import { applySettings, chosenLang } from './state/settings'

resume(JSON.parse(document.getElementById('first')?.textContent ?? '""') as string)
await speak(chosenLang())
applySettings()
render(<App />, document.getElementById('app') as HTMLElement)
