import type { Send } from './exchange.ts'
import { RdError, type RdErrorCode } from './rd-error.ts'
import { addressOf, originOf, type ServiceAddress } from './service-address.ts'
import { readRdService, type RdService, type ServiceState } from './rd-service.ts'

/** A port's address and its state after the client asked the port for a device service. */
export type PortResult = ServiceAddress & (FoundState | { state: AbsentState })

type FoundState = { state: ServiceState; service: RdService }

/**
 * The state of a port on which no device service was found.
 *
 * - closed: the computer refused the connection, or the connection broke without an answer. A redirect, an untrusted
 *   certificate and a call that the browser blocked look the same.
 * - silent: no answer came within the limit.
 * - no-cors: a program listens, but the page cannot read its answer. Only a page reports this state, and only if no
 *   service has answered by the time when all ranges have been asked.
 * - not-rd-service: a program answered, but not as a device service.
 */
export type AbsentState = 'closed' | 'silent' | 'no-cors' | 'not-rd-service'

/**
 * Asks one port for a device service.
 * @throws {RdError} cancelled
 */
export async function probe(
  send: Send,
  address: ServiceAddress,
  limits: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<PortResult> {
  try {
    // A browser cannot send the target '*' of the standard. The services of all vendors answer '/' too.
    const answer = await send({ url: `${originOf(address)}/`, method: 'RDSERVICE', ...limits })
    const service = { ...addressOf(address), ...readRdService(answer) }
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
