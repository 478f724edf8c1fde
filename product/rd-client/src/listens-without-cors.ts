import type { Send } from './exchange.ts'
import { RdError } from './rd-error.ts'
import { originOf, type ServiceAddress } from './service-address.ts'

/**
 * Tells whether a program listens on a port although no page may read its answers. A browser reports a service without
 * CORS headers like a closed port, but refuses a no-cors GET only if no program listens. A GET without an answer in
 * time therefore counts as listening. Works only in a page, because Node does not apply CORS.
 * @throws {RdError} cancelled
 */
export async function listensWithoutCors(
  send: Send,
  address: ServiceAddress,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<boolean> {
  try {
    const url = `${originOf(address)}/`
    await send({ url, method: 'GET', ...limits })
    return true
  } catch (error) {
    if (!(error instanceof RdError) || error.code === 'cancelled') throw error
    return error.code !== 'not-sent'
  }
}
