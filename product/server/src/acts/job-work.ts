import { CommandRefused } from '../domain/command-refused.ts'
import type { Act, Action, Means } from './act.ts'

/** An act that a job does in pieces. Each piece is a transaction with its own audit row. */
export type JobWork<In> = {
  act: Act<In, unknown>
  /** The database tells where the previous piece ended. */
  piece(action: Action & Means, input: In): Promise<PieceEnd>
}

/**
 * The progress after a piece. held: the job has reserved the rows that it will change, but has not changed any yet.
 * more: the job has changed some rows, and another piece follows. over: this was the last piece.
 */
export type PieceEnd = { done: number; total: number; end: 'held' | 'more' | 'over' }

/** Reports that the act would no longer do what was approved. Nothing was changed. */
export class GroundMoved extends CommandRefused {}
