import type { Send } from './exchange.ts'
import type { LocalNetworkPermission, PermissionState } from './local-network-permission.ts'
import { probe, type PortResult } from './probe.ts'
import { RdError, type RdErrorCode } from './rd-error.ts'
import type { ServiceAddress } from './service-address.ts'

type PermissionGate = {
  send: Send
  permission: LocalNetworkPermission
  addresses: readonly ServiceAddress[]
  /** The longest time that the browser's prompt may stay open, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * Waits until the browser allows calls, and throws RdError if it does not. A call hangs while the browser's prompt is
 * open, so a scan would end before a person can click. Therefore the gate asks the ports first and waits. It asks all
 * ports together, because Chromium prompts only when a port accepts the connection, and prompts again for each later
 * call.
 * @returns the results of the closed ports if the browser did not prompt; undefined if a scan may run
 */
export async function passPermissionGate(gate: PermissionGate): Promise<PortResult[] | undefined> {
  const answers = await answersToPrompt(gate)
  const after = await refuseByPermission(gate.permission)
  if (!answers || after !== 'prompt') return undefined
  if (wasAsked(answers)) throw new RdError('permission-unanswered')
  return answers.map(({ result }) => result)
}

/**
 * Returns the permission's state.
 * @throws {RdError} permission-denied or permission-blocked
 */
export async function refuseByPermission(permission: LocalNetworkPermission): Promise<PermissionState> {
  const state = await permission.state()
  const code = refusals[state]
  if (code) throw new RdError(code)
  return state
}

const refusals: Partial<Record<PermissionState, RdErrorCode>> = {
  denied: 'permission-denied',
  'blocked-by-policy': 'permission-blocked',
}

type Answer = { host: string; result: PortResult; afterMs: number }

/** Asks all ports. Returns their results, or undefined as soon as the permission changes or a program answers. */
async function answersToPrompt(gate: PermissionGate): Promise<Answer[] | undefined> {
  if (gate.signal?.aborted) throw new RdError('cancelled')
  const ending = new AbortController()
  const cancel = () => ending.abort()
  gate.signal?.addEventListener('abort', cancel)
  let stopListening: () => void = () => undefined
  const changed = new Promise<undefined>(resolve => {
    stopListening = gate.permission.onChange(state => state !== 'prompt' && resolve(undefined))
  })
  try {
    return await Promise.race([changed, allAnswers(gate, ending.signal)])
  } finally {
    stopListening()
    gate.signal?.removeEventListener('abort', cancel)
    ending.abort()
  }
}

function allAnswers(
  { send, addresses, timeoutMs }: PermissionGate,
  signal: AbortSignal,
): Promise<Answer[] | undefined> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const answers = addresses.map(async address => {
      const result = await probe(send, address, { timeoutMs, signal })
      if (result.state !== 'closed' && result.state !== 'silent') resolve(undefined)
      return { host: address.host, result, afterMs: performance.now() - startedAt }
    })
    Promise.all(answers).then(resolve, reject)
  })
}

/**
 * Tells whether the browser's prompt held a call, until the call's time-out or until the person closed the prompt. A
 * computer refuses all closed ports of a host at the same time: Windows after 2 s, and after another 2 s if the host is
 * a name that has an IPv6 address too. If calls to one host ended at different times, the prompt held one of them.
 */
function wasAsked(answers: readonly Answer[]): boolean {
  return (
    answers.some(({ result }) => result.state === 'silent') ||
    answers.some(({ host }) => spreadMs(answers.filter(other => other.host === host)) > quickestPersonMs)
  )
}

function spreadMs(answers: readonly Answer[]): number {
  const times = answers.map(({ afterMs }) => afterMs)
  return Math.max(...times) - Math.min(...times)
}

/** The shortest time in which a person can read and close a prompt, in ms. */
const quickestPersonMs = 500
