import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { loadBranding } from './api/branding.ts'
import { App } from './app/app.tsx'
import { AppErrorBoundary } from './app/app-error-boundary.tsx'
import { silenceConsole } from './app/silence-console.ts'
import './ui/theme.css'

// While developing, the console is the tool; in the product it is off.
if (import.meta.env.PROD) silenceConsole(console)
void loadBranding()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AppErrorBoundary at="start">
        <App />
      </AppErrorBoundary>
    </StrictMode>,
  )
}
