import { deriveKeys, type Peppers } from '../../src/domain/secrets.ts'
import type { SessionKeys } from '../../src/domain/sign-in/sessions.ts'

/** The PEPPER of a server for which a test or a benchmark writes agents and sessions directly into the database. */
export const knownPepper = 'a pepper for programs that write sessions by themselves'

export const sessionKeysOf = (of: Peppers): SessionKeys => ({
  token: deriveKeys(of, 'session-token'),
  row: deriveKeys(of, 'session-row'),
  tokenMac: deriveKeys(of, 'session-mark'),
})
