/** An order as the rules against fraud see it: who, with which scanner, for whom and how it ended. */
export type WatchedOrder = {
  /** When the verdict came, in milliseconds since 1970. */
  at: number
  agentId: string
  /** A keyed hash of the scanner; undefined for one without a number of its own. */
  unit: string | undefined
  /** A keyed hash of the bank's reference, which is one customer's. */
  customer: string
  outcome: 'verified' | 'mismatched' | 'other'
}
