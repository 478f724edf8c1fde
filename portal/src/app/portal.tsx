import { StrictMode, useEffect } from 'react'

import { chosenLanguage, showLanguage, useLanguage } from '../texts/language.ts'
import { AppErrorBoundary } from './app-error-boundary.tsx'
import { App } from './app.tsx'

/** The root component, rendered in the browser and at build time. A new language renders all of it again. */
export function Portal() {
  const language = useLanguage(state => state.language)
  useEffect(() => {
    const chosen = chosenLanguage()
    // Without its catalogue the page stays in its own language.
    if (chosen && chosen !== language) showLanguage(chosen).catch(() => {})
  }, [language])
  return (
    <StrictMode>
      <AppErrorBoundary at="start">
        <App />
      </AppErrorBoundary>
    </StrictMode>
  )
}
