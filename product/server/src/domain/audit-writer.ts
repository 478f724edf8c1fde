import { randomUUID } from 'node:crypto'

import { dayMs, minuteMs } from './durations.ts'

/** The end of a transaction. 'unknown' means that the connection was lost before the commit was answered. */
export type WorkEnd = 'committed' | 'rolled-back' | 'unknown'

export type WriterCount = { writer: string; writerCount: number }

export type LostRow = { writerCount: number; id: string; at: Date }

/**
 * The counter of the audit rows of one process. The next row reuses a count that was rolled back, so that no gap
 * remains between the writer's counts. About once a minute the writer states in an audit row its last count, and the
 * earlier counts whose rows may still be missing.
 */
export type AuditWriter = {
  take(row: { id: string; at: Date; action: string }): WriterCount & { end(how: WorkEnd): void }
  /**
   * Tells whether the writer must state its counts: a minute has passed since its last statement, and it has written
   * rows since then or has counts without a row.
   * @param isLast true for the writer's last statement, which does not wait for the minute
   */
  isDue(at: Date, isLast: boolean): boolean
  state(at: Date): string
  last(): WriterCount
  lost(): LostRow[]
  /** Settles a lost row, once it is known whether the database has the row. */
  found(row: LostRow, how: Exclude<WorkEnd, 'unknown'>): void
}

export const countAction = 'audit.count'

const stateEveryMs = minuteMs
/**
 * The silence after which a writer starts again under a new id, in ms. The sealer drops silent writers after twice this
 * time.
 */
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
