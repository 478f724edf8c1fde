import { StrictMode } from 'react'

import { speakBranding } from '../api/branding.ts'
import { useLanguage } from '../texts/language.ts'
import { AppErrorBoundary, App } from './app.tsx'

useLanguage.subscribe(speakBranding)

/** A change of the language renders everything again. */
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
