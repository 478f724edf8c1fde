/** An order in the form that the rules against fraud use: its agent, scanner, customer and outcome. */
export type WatchedOrder = {
  /** The time of the verdict, in milliseconds since 1970. */
  at: number
  agentId: string
  /** A keyed hash that identifies the scanner, or undefined if the capture was not verified or has no device code (dc). */
  unit: string | undefined
  /** A keyed hash of the bank's reference. A reference belongs to one customer. */
  customer: string
  outcome: 'verified' | 'mismatched' | 'other'
}
