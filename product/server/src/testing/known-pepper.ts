import { deriveKeys, type Peppers } from '../domain/derive-keys.ts'
import { sessionMac, tokenHashes, type SessionKeys } from '../domain/session-row.ts'

/** The PEPPER of servers whose agents and sessions a test or a bench writes by itself. */
export const knownPepper = 'a pepper for programs that write sessions by themselves'
const peppers: Peppers = [Buffer.from(knownPepper)]

export const sessionKeysOf = (of: Peppers): SessionKeys => ({
  token: deriveKeys(of, 'session-token'),
  row: deriveKeys(of, 'session-row'),
})

/** Returns the hash and the MAC of a session's row. */
export function sessionRow(
  session: { token: string; agentId: string; expiresOn: Date },
  keys = sessionKeysOf(peppers),
) {
  const [tokenHash] = tokenHashes(keys, session.token)
  const { agentId, expiresOn } = session
  return { tokenHash, mac: sessionMac(keys, { tokenHash, agentId, expiresOn, keyThumbprint: null }) }
}
