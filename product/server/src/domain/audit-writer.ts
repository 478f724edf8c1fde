import { randomUUID } from 'node:crypto'

import { dayMs, minuteMs } from './durations.ts'

/** How a unit of work ended. 'unknown': the connection was lost while the commit had no answer. */
export type WorkEnd = 'committed' | 'rolled-back' | 'unknown'

/** The place of a row among those of its writer. */
export type WriterCount = { writer: string; writerCount: number }

/** A row whose commit may have succeeded, because its answer was lost. */
export type LostRow = { writerCount: number; id: string; at: Date }

/**
 * Counts the audit rows of one process. A count that was rolled back is taken again by the next row, so that the rows of a
 * writer end without a gap; the counts that wait for this are part of each statement.
 */
export type AuditWriter = {
  take(row: { id: string; at: Date; action: string }): WriterCount & { end(how: WorkEnd): void }
  /**
   * Tells whether a statement is due: the writer has written since the last one, or has a gap, and a minute has passed.
   * @param isLast does not wait for the minute
   */
  isDue(at: Date, isLast: boolean): boolean
  /** States the last count, and those up to it whose rows may be missing yet. */
  state(at: Date): string
  /** The writer, and the last count. */
  last(): WriterCount
  lost(): LostRow[]
  /** Ends a lost row, once it is known whether the database has it. */
  found(row: LostRow, how: Exclude<WorkEnd, 'unknown'>): void
}

/** The action of the rows that carry statements. */
export const countAction = 'audit.count'

const stateEveryMs = minuteMs
/** A writer that was silent so long begins anew; the sealer forgets silent writers after twice the time. */
export const writerLifeMs = dayMs

export function createAuditWriter(): AuditWriter {
  let writer = randomUUID()
  let last = 0
  let lastOn = 0
  let statedOn: number | undefined
  let hasNews = false
  const free: number[] = []
  const underWay = new Set<number>()
  const lost = new Map<number, LostRow>()

  return {
    take({ id, at, action }) {
      const isSettled = free.length + underWay.size + lost.size === 0
      if (isSettled && last > 0 && at.getTime() - lastOn > writerLifeMs) {
        writer = randomUUID()
        last = 0
      }
      lastOn = at.getTime()
      statedOn ??= lastOn
      hasNews ||= action !== countAction
      const writerCount = free.pop() ?? (last += 1)
      underWay.add(writerCount)
      return {
        writer,
        writerCount,
        end(how) {
          underWay.delete(writerCount)
          if (how === 'rolled-back') free.push(writerCount)
          if (how === 'unknown') lost.set(writerCount, { writerCount, id, at })
        },
      }
    },

    isDue: (at, isLast) =>
      statedOn !== undefined &&
      (isLast || Math.abs(at.getTime() - statedOn) >= stateEveryMs) &&
      (hasNews || free.length + lost.size > 0),

    state(at) {
      statedOn = at.getTime()
      hasNews = false
      return stateText(last, [...free, ...underWay, ...lost.keys()])
    },

    last: () => ({ writer, writerCount: last }),

    lost: () => [...lost.values()],

    found(row, how) {
      lost.delete(row.writerCount)
      if (how === 'rolled-back') free.push(row.writerCount)
    },
  }
}

function stateText(last: number, open: number[]): string {
  return [`${last} rows`, ...open.toSorted((a, b) => a - b)].join(', ')
}

export function readState(text: string): { said: number; open: number[] } {
  const [said = 0, ...open] = text.split(', ').map(part => parseInt(part, 10))
  return { said, open }
}
