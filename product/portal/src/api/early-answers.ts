import type { Timed } from '@ekyc/ui/server-clock.ts'

/** The results of the log-in page's own script (early.ts), which runs before the portal loads. */
export type Early = {
  sessionId: string
  /** The answers to the script's requests, by the address of the request. */
  answers: Record<string, Promise<Timed>>
  /** The submit button that the agent pressed before the portal loaded. */
  button?: HTMLElement | null | undefined
  /** The mobile number for which the script made a call; '' if the script made no call. */
  mobile: string
}

declare global {
  var early: Early | undefined
}

/** Fetches an address, or returns the answer if the log-in page's own script has sent the same request. */
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
