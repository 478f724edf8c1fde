import { ErrorBoundary } from '@ekyc/ui/error-boundary.tsx'
import type { ReactNode } from 'react'

import { UnexpectedError } from './unexpected-error.tsx'

export function AppErrorBoundary(props: { at: string; children: ReactNode }) {
  return <ErrorBoundary instead={<UnexpectedError />} {...props} />
}
