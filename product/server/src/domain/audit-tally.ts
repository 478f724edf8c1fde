import type { AuditRow } from './audit-seal.ts'
import { countAction, readState, writerLifeMs } from './audit-writer.ts'

/** Missing counts, between the moments of the rows before and after them. */
export type CountGap = { from: number; to: number; after: string; before: string }

/** The facts about one writer from its sealed rows. */
export type WriterTally = {
  /** The highest count. */
  last: number
  lastOn: string
  /** The writer has stated that all rows up to this count were committed, except those in `open`. */
  said: number
  open: number[]
  gaps: CountGap[]
}

export type Tally = Readonly<Record<string, WriterTally>>

/** Reads the tally of a head whose signature is valid. */
export function tallyIn(text: string | null | undefined): Tally {
  return JSON.parse(text ?? '{}') as Tally
}

/** Missing counts that the writer has stated to be committed, or had not finished when it stopped. */
export type MissingCounts = CountGap & { writer: string }

/** Adds a row to the facts about its writer. Rows come approximately in the order of their counts. */
export function counted(tally: Tally, row: CountedRow): Tally {
  const { writer, writerCount: count, happenedOn } = row
  if (writer === null || count === null) return tally
  const before = tally[writer] ?? { last: 0, lastOn: happenedOn, said: 0, open: [], gaps: [] }
  const isNext = count > before.last
  const skipped = { from: before.last + 1, to: count - 1, after: before.lastOn, before: happenedOn }
  const after: WriterTally = {
    ...before,
    last: Math.max(before.last, count),
    lastOn: before.lastOn > happenedOn ? before.lastOn : happenedOn,
    gaps: isNext
      ? [...before.gaps, ...(skipped.to >= skipped.from ? [skipped] : [])]
      : before.gaps.flatMap(gap => without(gap, count)),
  }
  return { ...tally, [writer]: { ...after, ...statedBy(row, after) } }
}

export type CountedRow = Pick<
  AuditRow,
  'writer' | 'writerCount' | 'happenedOn' | 'actorKind' | 'action' | 'subject'
>

/**
 * Returns what a row states. The command line writes its rows one after the other, so each of its rows states all
 * before it.
 */
function statedBy(
  { action, actorKind, subject, writerCount }: CountedRow,
  { said }: WriterTally,
): Partial<WriterTally> {
  if (action === countAction) {
    const stated = readState(subject)
    return stated.said >= said ? stated : {}
  }
  return actorKind === 'admin' ? { said: Math.max(said, writerCount ?? 0) } : {}
}

/** Drops writers that have stopped: such a writer starts again under another id. */
export function withoutSilent(tally: Tally, at: Date): Tally {
  const oldest = new Date(at.getTime() - 2 * writerLifeMs).toISOString()
  return Object.fromEntries(Object.entries(tally).filter(([, { lastOn }]) => lastOn >= oldest))
}

/** A writer that is silent this long has died; a working one states its count every minute. */
const silentMs = 15 * 60_000

/**
 * @returns missing: counts of committed rows; dead: counts that a writer had not finished when it died, whose rows may
 * also have been removed in its last minute
 */
export function missingCounts(tally: Tally, at: Date): Record<'missing' | 'dead', MissingCounts[]> {
  const silentSince = new Date(at.getTime() - silentMs).toISOString()
  const counts = { missing: [] as MissingCounts[], dead: [] as MissingCounts[] }
  for (const [writer, { said, open, gaps, lastOn }] of Object.entries(tally))
    for (const gap of gaps) {
      const stated = { ...gap, to: Math.min(gap.to, said) }
      const rest = { ...gap, from: Math.max(gap.from, said + 1) }
      const underWay = open.filter(count => count >= gap.from && count <= gap.to)
      const missing = underWay.reduce((parts, count) => parts.flatMap(part => without(part, count)), [stated])
      counts.missing.push(...missing.filter(isSome).map(part => ({ writer, ...part })))
      if (lastOn < silentSince) {
        const dead = [rest, ...underWay.map(count => ({ ...gap, from: count, to: count }))]
        counts.dead.push(...dead.filter(isSome).map(part => ({ writer, ...part })))
      }
    }
  return counts
}

function isSome({ from, to }: CountGap): boolean {
  return from <= to
}

function without(gap: CountGap, count: number): CountGap[] {
  if (count < gap.from || count > gap.to) return [gap]
  return [
    { ...gap, to: count - 1 },
    { ...gap, from: count + 1 },
  ].filter(isSome)
}
