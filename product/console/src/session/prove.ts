import { create } from 'zustand'

import { call } from './call.ts'

type AtProvider = { address: string; giveUp: () => void }

/** The provider's page while a proof at the provider is pending. app/frame.tsx shows a button for it. */
export const useProof = create<{ atProvider: AtProvider | undefined }>(() => ({ atProvider: undefined }))

const askEveryMs = 2_000

export class NotProven extends Error {
  override name = 'NotProven'
}

/**
 * Asks the person to prove who acts, at the bank's identity provider.
 * @param input the act's input, to which the proof is bound
 * @returns the proof, which is valid for this one act
 * @throws {NotProven} the person gave up, or the server did not accept the proof
 */
export async function prove(act: string, input: unknown): Promise<string> {
  const { proof, address } = await call('startProof', { act, input })
  if (!(await provenAt(address, proof))) throw new NotProven('not proven')
  return proof
}

/** Asks the server until the provider has proven who acts, because this page cannot watch another origin's window. */
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
