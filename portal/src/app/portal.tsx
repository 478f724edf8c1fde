import { StrictMode } from 'react'

import { AppErrorBoundary } from './app-error-boundary.tsx'
import { App } from './app.tsx'

/** The whole of the page: what is drawn into it, and what the log-in's HTML was made of. */
export function Portal() {
  return (
    <StrictMode>
      <AppErrorBoundary at="start">
        <App />
      </AppErrorBoundary>
    </StrictMode>
  )
}
