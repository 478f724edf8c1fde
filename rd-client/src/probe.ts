import { exchange, type Fetch } from './exchange.ts'
import { RdError, type RdErrorCode } from './rd-error.ts'
import { addressOf, originOf, type ServiceAddress } from './service-address.ts'
import { readService, type FoundService, type ServiceState } from './service.ts'

/** What was found on one port. */
export type PortResult = ServiceAddress & (FoundState | { state: AbsentState })

type FoundState = { state: ServiceState; service: FoundService }

/**
 * - closed: refused, or broken without any answer. A browser shows the page the same for a service that sends no CORS
 *   headers or a redirect, and for a call that it blocked itself.
 * - silent: no answer within the limit.
 * - not-rd-service: something answered, but not as a device service does.
 */
export type AbsentState = 'closed' | 'silent' | 'not-rd-service'

/** Asks one port whether a device service is there. Throws RdError only when cancelled. */
export async function probe(
  fetch: Fetch,
  address: ServiceAddress,
  limits: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<PortResult> {
  try {
    // '/' and not the standard's '*': no browser can send that, and every vendor answers this.
    const answer = await exchange(fetch, { url: `${originOf(address)}/`, method: 'RDSERVICE', ...limits })
    const service = readService(address, answer)
    return { ...addressOf(address), state: service.state, service }
  } catch (error) {
    const state = error instanceof RdError ? absences[error.code] : undefined
    if (state === undefined) throw error
    return { ...addressOf(address), state }
  }
}

export function isFound(result: PortResult): result is ServiceAddress & FoundState {
  return 'service' in result
}

const absences: Partial<Record<RdErrorCode, AbsentState>> = {
  'not-sent': 'closed',
  'timed-out': 'silent',
  cut: 'not-rd-service',
  'too-large': 'not-rd-service',
  unreadable: 'not-rd-service',
}
