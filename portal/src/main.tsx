import { createRoot, hydrateRoot } from 'react-dom/client'

import { loadBranding } from './api/branding.ts'
import { Portal } from './app/portal.tsx'
import { silenceConsole } from './app/silence-console.ts'
import './ui/theme.css'

// The console stays on in development.
if (import.meta.env.PROD) silenceConsole(console)
void loadBranding()

const root = document.getElementById('root')
if (root?.hasChildNodes()) hydrateRoot(root, <Portal />)
else if (root) createRoot(root).render(<Portal />)
