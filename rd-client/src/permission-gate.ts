import { slowestRefusalMs, type Fetch } from './exchange.ts'
import type { LocalNetworkPermission, PermissionState } from './local-network-permission.ts'
import { probe } from './probe.ts'
import { RdError, type RdErrorCode } from './rd-error.ts'
import type { ServiceAddress } from './service-address.ts'

export type PermissionGate = {
  fetch: Fetch
  permission: LocalNetworkPermission
  /** The ports to scan, the likeliest first. */
  addresses: readonly ServiceAddress[]
  /** How long the browser's prompt may stay open, in milliseconds. */
  timeoutMs: number
  /**
   * The gate refuses or goes on when the limit ends. The browser never asks a page from localhost, so no answer means
   * nothing there.
   */
  ifUnanswered: 'refuse' | 'go-on'
  signal?: AbortSignal | undefined
}

/**
 * Returns when the browser allows calls and throws RdError when it does not. While the prompt is open a call hangs,
 * so a scan at 200 ms a port would end before a person can click; therefore one call goes first and waits. Some
 * browsers do not ask for a call to a closed port; if the first call did not ask, the others follow.
 */
export async function passPermissionGate(gate: PermissionGate): Promise<void> {
  const before = await gate.permission.state()
  refuse(before)
  if (before !== 'prompt') return

  const answer = await askBrowser(gate)
  const after = await gate.permission.state()
  refuse(after)
  if (answer === 'none' && after === 'prompt' && gate.ifUnanswered === 'refuse') {
    throw new RdError('permission-unanswered')
  }
}

const refusals: Partial<Record<PermissionState, RdErrorCode>> = {
  denied: 'permission-denied',
  'blocked-by-policy': 'permission-blocked',
}

function refuse(state: PermissionState): void {
  const code = refusals[state]
  if (code) throw new RdError(code)
}

/**
 * 'given': the state changed, or a port answered. 'none': a call hung until the limit, or until the person dismissed
 * the prompt. 'not-asked': all calls were refused at once.
 */
type Answer = 'given' | 'none' | 'not-asked'

async function askBrowser(gate: PermissionGate): Promise<Answer> {
  if (gate.signal?.aborted) throw new RdError('cancelled')
  const ending = new AbortController()
  const cancel = () => ending.abort()
  gate.signal?.addEventListener('abort', cancel)
  const change = new AbortController()
  const changed = new Promise<Answer>(resolve => {
    change.signal.addEventListener('abort', () => resolve('given'))
  })
  const stopListening = gate.permission.onChange(state => {
    if (state !== 'prompt') change.abort()
  })
  try {
    const [first, ...rest] = gate.addresses
    for (const batch of [first ? [first] : [], rest]) {
      const answer = await Promise.race([changed, answerBy(batch, gate, ending.signal)])
      if (answer !== 'not-asked') return answer
    }
    return 'not-asked'
  } finally {
    stopListening()
    gate.signal?.removeEventListener('abort', cancel)
    ending.abort()
  }
}

/** Resolves when the first port answers, else when all calls have ended. */
function answerBy(
  batch: readonly ServiceAddress[],
  { fetch, timeoutMs }: PermissionGate,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const answers = batch.map(async address => {
      const { state } = await probe(fetch, address, { timeoutMs, signal })
      if (state !== 'closed' && state !== 'silent') resolve('given')
      return state === 'silent' || performance.now() - startedAt > slowestRefusalMs
    })
    Promise.all(answers).then(
      held => resolve(held.includes(true) ? 'none' : 'not-asked'),
      (error: unknown) => reject(error),
    )
  })
}
