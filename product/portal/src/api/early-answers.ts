import type { Timed } from '@ekyc/ui/server-clock.ts'

/** `Early` holds the work of the log-in page's own script (early.ts) from before the portal loads. */
export type Early = {
  sessionId: string
  /** The requests that the script has sent, by their address. */
  answers: Record<string, Promise<Timed>>
  /** The submit button that the agent pressed before the portal loaded. */
  button?: HTMLElement | null | undefined
  /** The mobile number in the early call; '' without a call. */
  mobile: string
}

declare global {
  var early: Early | undefined
}

/** Fetches, or takes over the answer to the same request of the page's own script. Each answer is used once. */
export async function fetchOnce(address: string, init: RequestInit): Promise<Timed> {
  const answer = globalThis.early?.answers[address]
  if (!answer) return timed(address, init)
  forgetEarlyAnswer(address)
  return Promise.race([answer, aborted(init.signal)])
}

export function forgetEarlyAnswer(address: string): void {
  delete globalThis.early?.answers[address]
}

export async function timed(address: string, init: RequestInit): Promise<Timed> {
  const sentOn = Date.now()
  const response = await fetch(address, init)
  return { response, sentOn, arrivedOn: Date.now() }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
