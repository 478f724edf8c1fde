import { CommandRefused } from '../domain/command-refused.ts'
import type { Act, Action, Means } from './act.ts'

/** An act that is done in pieces, each a transaction with its row in the audit trail. */
export type JobWork<In> = {
  act: Act<In, unknown>
  /** Does the next piece; the database tells it where the one before has ended. */
  piece(action: Action & Means, input: In): Promise<PieceEnd>
}

/** held: it has begun to touch what it changes, and will come to its end; more: there is another piece; over: the last one. */
export type PieceEnd = { done: number; total: number; end: 'held' | 'more' | 'over' }

/** Reports that what was approved is no longer what would be done. Nothing was done. */
export class GroundMoved extends CommandRefused {}
