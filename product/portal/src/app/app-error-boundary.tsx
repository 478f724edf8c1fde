import { ErrorBoundary } from '@ekyc/ui/error-boundary.tsx'
import type { ReactNode } from 'react'

import { UnexpectedError } from './unexpected-error.tsx'

/** Shows the screen of an unexpected error instead of content that has failed, until the path changes. */
export function AppErrorBoundary(props: { at: string; children: ReactNode }) {
  return <ErrorBoundary instead={<UnexpectedError />} {...props} />
}
