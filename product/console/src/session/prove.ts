import type { ActName } from '@ekyc/contract/console/acts'
import { signWithPasskey } from '@ekyc/ui/passkeys.ts'

import { call } from './call.ts'

const askEveryMs = 2_000
const goodForMs = 5 * 60_000

/**
 * Asks the person to prove that it is them, by a passkey or in a window of the bank's provider.
 * @returns what goes with this one act; undefined if the person gave up
 */
export async function prove(act: ActName, input: unknown): Promise<string | undefined> {
  const { proof, options, address } = await call('startProof', { act, input })
  if (options) {
    const credential = await signWithPasskey(options).catch(() => undefined)
    if (!credential) return undefined
    const { isProven } = await call('prove', { proof, credential })
    return isProven ? proof : undefined
  }
  const opened = window.open(address, 'prove', 'popup,width=520,height=680')
  for (const until = Date.now() + goodForMs; Date.now() < until;) {
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
    if ((await call('prove', { proof })).isProven) {
      opened?.close()
      return proof
    }
    if (opened?.closed) return undefined
  }
  return undefined
}
