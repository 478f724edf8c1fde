import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

import { loadBranding } from './api/branding.ts'
import { Portal } from './app/portal.tsx'
import { silenceConsole } from './app/silence-console.ts'
import { textsLoaded } from './texts/language.ts'
import { hasTexts } from './texts/t.ts'
import './ui/theme.css'

// Development keeps the console.
if (import.meta.env.PROD) silenceConsole(console)
void loadBranding()

const root = document.getElementById('root')
if (root?.hasChildNodes()) hydrateRoot(root, <Portal />)
else if (root) void start(createRoot(root))

async function start(to: Root): Promise<void> {
  if (!hasTexts()) await textsLoaded()
  to.render(<Portal />)
}
