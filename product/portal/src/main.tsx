import { loadTexts } from '@ekyc/ui/texts/language.ts'
import { createRoot, type Root } from 'react-dom/client'

import { loadBranding } from './api/branding.ts'
import { loadChunk, mendStyles } from './api/load-chunk.ts'
import { Portal } from './app/app.tsx'
import { silenceConsole } from './app/silence-console.ts'
import { onHandOver } from './log-in/hand-over.ts'
import { takeNumber } from './log-in/take-number.ts'
import { readAccessToken } from './session/access-token.ts'
import { useSession } from './session/session.ts'
import { takeOverSession } from './session/take-over.ts'
import { catalogues } from './texts/catalogues.ts'
import '@ekyc/ui/theme.css'
// The log-in's page has the styles of this program alone, and its links need theirs.
import '@ekyc/ui/controls/link.module.css'

if (import.meta.env.PROD) silenceConsole(console)
void loadBranding()
mendStyles()

const root = document.getElementById('root')
const isLogIn = root?.hasChildNodes()
const load = () => loadTexts(catalogues)
// `loadChunk` may reload the page. On the log-in's page that would lose the typed digits, which its own script keeps.
// If the texts do not load, the screen shows the last-resort error, whose texts are in the page.
const texts = (isLogIn ? load() : loadChunk(load)).catch(() => {})
// On the log-in's page, the portal waits until the log-in's own script has asked the server about the typed number.
if (isLogIn && root)
  onHandOver(number => {
    takeNumber(number)
    void show(createRoot(root))
  })
else if (root) void start(createRoot(root))

async function start(to: Root): Promise<void> {
  // A new tab of a signed-in browser has only the cookie.
  if (readAccessToken() !== undefined && useSession.getState().dashboardLock === '') await takeOverSession()
  await show(to)
}

async function show(to: Root): Promise<void> {
  await texts
  to.render(<Portal />)
}
