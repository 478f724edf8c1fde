import type { AuditRow } from './audit-seal.ts'
import { countAction, readState, writerLifeMs } from './audit-writer.ts'

/** A range of missing counts (numbers of a writer's rows), between the rows with the times `after` and `before`. */
export type CountGap = { from: number; to: number; after: string; before: string }

export type WriterTally = {
  last: number
  lastOn: string
  /** The writer has stated that all rows up to this count were committed, except those in `open`. */
  said: number
  open: number[]
  gaps: CountGap[]
}

export type Tally = Readonly<Record<string, WriterTally>>

/** Parses the tally of a head whose signature is valid. */
export function tallyIn(text: string | null | undefined): Tally {
  return JSON.parse(text ?? '{}') as Tally
}

/** A range of counts without rows. The writer stated these rows as committed, or died before it stated their end. */
export type MissingCounts = CountGap & { writer: string }

/** Adds a row to the facts about its writer. Rows must come approximately in the order of their counts. */
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
 * Returns the facts that a row states about its writer. The command line writes its rows one after the other, so each
 * of its rows states that all rows before it are committed.
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

/** Removes writers that were silent for twice `writerLifeMs`, because such a writer continues under another id. */
export function withoutSilent(tally: Tally, at: Date): Tally {
  const oldest = new Date(at.getTime() - 2 * writerLifeMs).toISOString()
  return Object.fromEntries(Object.entries(tally).filter(([, { lastOn }]) => lastOn >= oldest))
}

/** The silence after which a writer counts as dead, in ms. A working writer states its counts a minute after a row. */
const silentMs = 15 * 60_000

/**
 * @returns missing: the counts of committed rows that are missing; dead: the missing counts that a dead writer had not
 * yet stated as committed, whose rows were never committed or were removed in the writer's last minute
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
