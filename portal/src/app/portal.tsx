import { StrictMode } from 'react'

import { AppErrorBoundary } from './app-error-boundary.tsx'
import { App } from './app.tsx'

/** The root component, rendered in the browser and at build time. */
export function Portal() {
  return (
    <StrictMode>
      <AppErrorBoundary at="start">
        <App />
      </AppErrorBoundary>
    </StrictMode>
  )
}
