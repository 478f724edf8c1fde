import type { AuditRow } from './audit-seal.ts'
import { countAction, readState, writerLifeMs } from './audit-writer.ts'

/** Counts whose rows have not come, between the moments of the rows before and after them. */
export type CountGap = { from: number; to: number; after: string; before: string }

/** The facts that the sealed rows of one writer show. */
export type WriterTally = {
  /** The highest count. */
  last: number
  lastOn: string
  /** All rows up to this count were committed, but for those in `open`, as the writer itself has stated. */
  said: number
  open: number[]
  gaps: CountGap[]
}

export type Tally = Readonly<Record<string, WriterTally>>

/** Reads the tally of a head that has a good signature. */
export function tallyIn(text: string | null | undefined): Tally {
  return JSON.parse(text ?? '{}') as Tally
}

/** Missing counts that the writer has stated to be committed, or that it had under way when it fell silent. */
export type MissingCounts = CountGap & { writer: string }

/** Adds a row to what is known of its writer. Rows come in about the order of their counts. */
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

/** The command line writes one row after the other, so that each of its rows states all before it. */
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

/** Forgets writers that write no more: a silent one begins anew under another id. */
export function withoutSilent(tally: Tally, at: Date): Tally {
  const oldest = new Date(at.getTime() - 2 * writerLifeMs).toISOString()
  return Object.fromEntries(Object.entries(tally).filter(([, { lastOn }]) => lastOn >= oldest))
}

/** A writer that was silent so long has died; one that works states its rows every minute. */
const silentMs = 15 * 60_000

/**
 * @returns missing: counts of rows that were committed; dead: counts whose rows a writer had under way when it died, which
 *   nobody can tell from rows that were removed in its last minute
 */
export function missingCounts(tally: Tally, at: Date): Record<'missing' | 'dead', MissingCounts[]> {
  const silentSince = new Date(at.getTime() - silentMs).toISOString()
  const found = { missing: [] as MissingCounts[], dead: [] as MissingCounts[] }
  for (const [writer, { said, open, gaps, lastOn }] of Object.entries(tally))
    for (const gap of gaps) {
      const stated = { ...gap, to: Math.min(gap.to, said) }
      const rest = { ...gap, from: Math.max(gap.from, said + 1) }
      const underWay = open.filter(count => count >= gap.from && count <= gap.to)
      const missing = underWay.reduce((parts, count) => parts.flatMap(part => without(part, count)), [stated])
      found.missing.push(...missing.filter(isSome).map(part => ({ writer, ...part })))
      if (lastOn < silentSince) {
        const dead = [rest, ...underWay.map(count => ({ ...gap, from: count, to: count }))]
        found.dead.push(...dead.filter(isSome).map(part => ({ writer, ...part })))
      }
    }
  return found
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
