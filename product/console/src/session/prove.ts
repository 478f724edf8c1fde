import { signWithPasskey } from '@ekyc/ui/passkeys.ts'
import { create } from 'zustand'

import { call } from './call.ts'

/** The page of the provider that waits to be opened, and what the person does instead. */
type AtProvider = { address: string; giveUp: () => void }

/** The provider's page, while a proof by it waits; parts/proof-dialog.tsx shows it. */
export const useProof = create<{ atProvider: AtProvider | undefined }>(() => ({ atProvider: undefined }))

const askEveryMs = 2_000

/** The person did not prove that it is them. */
export class NotProven extends Error {
  override name = 'NotProven'
}

/**
 * Asks the person to prove that it is them, by a passkey or at the bank's provider.
 * @param input the act's input, to which the proof is bound
 * @returns what goes with this one act
 * @throws {NotProven} the person gave up
 */
export async function prove(act: string, input: unknown): Promise<string> {
  const { proof, options, address } = await call('startProof', { act, input })
  const isProven = options
    ? await signWithPasskey(options).then(
        async credential => (await call('prove', { proof, credential })).isProven,
        () => false,
      )
    : address !== undefined && (await provenAt(address, proof))
  if (!isProven) throw new NotProven('not proven')
  return proof
}

/** The provider's page is of another origin, which no page may watch; so the server is asked whether it has proven. */
async function provenAt(address: string, proof: string): Promise<boolean> {
  const end = new AbortController()
  const gaveUp = new Promise<boolean>(resolve => {
    end.signal.addEventListener('abort', () => resolve(false))
  })
  useProof.setState({ atProvider: { address, giveUp: () => end.abort() } })
  try {
    return await Promise.race([gaveUp, hasProven(proof, end.signal)])
  } finally {
    end.abort()
    useProof.setState({ atProvider: undefined })
  }
}

async function hasProven(proof: string, end: AbortSignal): Promise<boolean> {
  while (!end.aborted) {
    await new Promise(resolve => setTimeout(resolve, askEveryMs))
    if (!end.aborted && (await call('prove', { proof })).isProven) return true
  }
  return false
}
