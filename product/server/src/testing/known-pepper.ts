import { deriveKeys, type Peppers } from '../domain/derive-keys.ts'
import type { SessionKeys } from '../domain/session-row.ts'

/** The PEPPER of a server for which a test or a benchmark writes agents and sessions directly into the database. */
export const knownPepper = 'a pepper for programs that write sessions by themselves'

export const sessionKeysOf = (of: Peppers): SessionKeys => ({
  token: deriveKeys(of, 'session-token'),
  row: deriveKeys(of, 'session-row'),
  mark: deriveKeys(of, 'session-mark'),
})
