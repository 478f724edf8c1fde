import { currentPath } from '@ekyc/ui/location.ts'
import { create } from 'zustand'

export type Outcome = { says: string; to?: string; follow?: string }

/** The outcome of the last act. The page shows it until the person dismisses it or another act replaces it. */
export const useOutcome = create<{ outcome: Outcome | undefined; path: string }>(() => ({
  outcome: undefined,
  path: '',
}))

/** Shows the outcome on the page that is open now. Other pages do not show it. */
export function tell(outcome: Outcome | undefined): void {
  useOutcome.setState({ outcome, path: currentPath() })
}
