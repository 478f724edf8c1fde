import { slowestRefusalMs, type Send } from './exchange.ts'
import { readPidData, type PidData } from './pid-data.ts'
import { defaultCaptureTimeoutMs, writePidOptions, type PidOptions } from './pid-options.ts'
import { probe } from './probe.ts'
import { RdError } from './rd-error.ts'
import { originOf } from './service-address.ts'
import type { RdService } from './rd-service.ts'

export type TakeCapture = (
  service: RdService,
  request?: PidOptions,
  options?: { signal?: AbortSignal | undefined },
) => Promise<PidData>

/** Makes the capture function. It allows one capture at a time, because a scanner refuses a second request. */
export function createCapture({ send }: { send: Send }): TakeCapture {
  let isRunning = false

  return async (service, request = {}, { signal } = {}) => {
    const body = writePidOptions(request)
    if (isRunning) throw new RdError('busy')
    if (service.state !== 'ready') throw new RdError('not-ready', { deviceText: service.info })
    isRunning = true
    try {
      const timeoutMs = (request.timeoutMs ?? defaultCaptureTimeoutMs) + extraMs
      return readPidData(await sendOptions(send, service, { body, timeoutMs, signal }))
    } finally {
      isRunning = false
    }
  }
}

/** The time that a device needs after its own time-out to encrypt and to answer, in ms. */
const extraMs = 10_000

async function sendOptions(
  send: Send,
  service: RdService,
  { body, timeoutMs, signal }: { body: string; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Uint8Array> {
  const startedAt = performance.now()
  try {
    return await send({
      url: originOf(service) + service.paths.capture,
      method: 'CAPTURE',
      body,
      timeoutMs,
      signal,
    })
  } catch (error) {
    if (!(error instanceof RdError) || error.code !== 'not-sent') throw error
    const heldMs = performance.now() - startedAt
    const hasLeft = await leftBeforeItBroke(send, service, { heldMs, signal })
    throw hasLeft ? new RdError('cut', { cause: error.cause }) : error
  }
}

/**
 * Tells whether a failed call reached the service. A page sees the same TypeError whether the call reached the service
 * or not, so this function uses two signs in this order: a call that stayed open longer than any refusal takes was
 * accepted; a service that answers a probe now was very likely running before.
 */
async function leftBeforeItBroke(
  send: Send,
  service: RdService,
  { heldMs, signal }: { heldMs: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  if (heldMs > slowestRefusalMs) return true
  const { state } = await probe(send, service, { timeoutMs: 1000, signal })
  return state !== 'closed'
}
