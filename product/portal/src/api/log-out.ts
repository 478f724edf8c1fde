import { call } from './api-client.ts'

const answerWithinMs = 1000

let running: Promise<unknown> = Promise.resolve()

/** Revokes the token on the server. The log-out in this browser succeeds without this call too. */
export function logOut(): void {
  running = call('logout', {}).catch(() => {})
}

/** Waits for a log-out that runs, because a page that is left loses a call whose proof is still being signed. */
export function loggedOut(): Promise<unknown> {
  return Promise.race([running, new Promise(resolve => setTimeout(resolve, answerWithinMs))])
}
