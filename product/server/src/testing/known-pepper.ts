import { deriveKeys, type Peppers } from '../domain/derive-keys.ts'
import { newToken, sessionMac, tokenHashes, type SessionKeys } from '../domain/session-row.ts'

/** The PEPPER of a server for which a test or a benchmark writes agents and sessions directly into the database. */
export const knownPepper = 'a pepper for programs that write sessions by themselves'
const peppers: Peppers = [Buffer.from(knownPepper)]

export const sessionKeysOf = (of: Peppers): SessionKeys => ({
  token: deriveKeys(of, 'session-token'),
  row: deriveKeys(of, 'session-row'),
  mark: deriveKeys(of, 'session-mark'),
})

export function sessionRow({ agentId, expiresOn }: { agentId: string; expiresOn: Date }) {
  const keys = sessionKeysOf(peppers)
  const token = newToken(keys)
  const [tokenHash] = tokenHashes(keys, token)
  return { token, tokenHash, mac: sessionMac(keys, { tokenHash, agentId, expiresOn, keyThumbprint: null }) }
}
