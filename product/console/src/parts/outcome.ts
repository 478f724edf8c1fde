import { currentPath } from '@ekyc/ui/location.ts'
import { create } from 'zustand'

/** The outcome of an act, with the page that tells more of it. */
export type Outcome = { says: string; to?: string; follow?: string }

/** Stands above its page until it is dismissed, or another act replaces it. */
export const useOutcome = create<{ outcome: Outcome | undefined; path: string }>(() => ({
  outcome: undefined,
  path: '',
}))

/** Tells it on the page that is open now, and on no other. */
export function tell(outcome: Outcome | undefined): void {
  useOutcome.setState({ outcome, path: currentPath() })
}
