import { StrictMode } from 'react'

import { speakBranding } from '../api/branding.ts'
import { useLanguage } from '../texts/language.ts'
import { AppErrorBoundary } from './app-error-boundary.tsx'
import { App } from './app.tsx'

useLanguage.subscribe(speakBranding)

/** The root component, rendered in the browser and at build time. A change of the language renders all of it again. */
export function Portal() {
  useLanguage()
  return (
    <StrictMode>
      <AppErrorBoundary at="start">
        <App />
      </AppErrorBoundary>
    </StrictMode>
  )
}
