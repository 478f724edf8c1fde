import type { Known } from './auth-res.ts'

/** The kinds of well-formed but forged answers that a caller must detect, and 'none' for honest answers. */
export const tamperings = [
  'none',
  'unsigned',
  'wrong-key',
  'altered',
  'other-transaction',
  'other-capture',
  'not-processed',
] as const

export type Tampering = (typeof tamperings)[number]

/** Returns the data of the request that the answer repeats. */
export function tamperedRequest(tampering: Tampering, known: Known): Known {
  if (tampering === 'other-transaction')
    return { ...known, auth: { ...known.auth, txn: 'UKC:another-transaction' } }
  if (tampering === 'other-capture' && known.pid)
    return { ...known, pid: { ...known.pid, ts: '2020-01-01T00:00:00' } }
  return known
}
