import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

import { loadBranding } from './api/branding.ts'
import { mendStyles } from './api/load-chunk.ts'
import { Portal } from './app/portal.tsx'
import { silenceConsole } from './app/silence-console.ts'
import { readAccessToken } from './session/access-token.ts'
import { useSession } from './session/session.ts'
import { textsLoaded } from './texts/language.ts'
import { hasTexts } from './texts/t.ts'
import '@ekyc/ui/theme.css'

if (import.meta.env.PROD) silenceConsole(console)
void loadBranding()
mendStyles()

const root = document.getElementById('root')
if (root?.hasChildNodes()) hydrateRoot(root, <Portal />)
else if (root) void start(createRoot(root))

async function start(to: Root): Promise<void> {
  if (!hasTexts()) await textsLoaded()
  if (readAccessToken() !== undefined && useSession.getState().dashboardLock === '') await takeOver()
  to.render(<Portal />)
}

/** Takes the session data over from another tab, because a new tab of a signed-in browser has only the cookie. */
async function takeOver(): Promise<void> {
  await import('./session/take-over.ts').then(
    ({ takeOverSession }) => takeOverSession(),
    () => {},
  )
}
