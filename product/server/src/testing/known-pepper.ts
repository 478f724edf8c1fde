import { deriveKeys, type Peppers } from '../domain/derive-keys.ts'
import { newToken, sessionMac, tokenHashes, type SessionKeys } from '../domain/session-row.ts'

/** The PEPPER of servers whose agents and sessions a test or a bench writes by itself. */
export const knownPepper = 'a pepper for programs that write sessions by themselves'
const peppers: Peppers = [Buffer.from(knownPepper)]

export const sessionKeysOf = (of: Peppers): SessionKeys => ({
  token: deriveKeys(of, 'session-token'),
  row: deriveKeys(of, 'session-row'),
  mark: deriveKeys(of, 'session-mark'),
})

/** Returns a new token, with the hash and the MAC of its session's row. */
export function sessionRow({ agentId, expiresOn }: { agentId: string; expiresOn: Date }) {
  const keys = sessionKeysOf(peppers)
  const token = newToken(keys)
  const [tokenHash] = tokenHashes(keys, token)
  return { token, tokenHash, mac: sessionMac(keys, { tokenHash, agentId, expiresOn, keyThumbprint: null }) }
}
