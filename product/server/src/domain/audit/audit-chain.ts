import { createHash } from 'node:crypto'

import type { AuditSeals, ChainLink, ChainMark, SignedMark } from './audit-seal.ts'

/** A range of positions in the chain, both ends included. */
type Span = { from: number; to: number }

export type ChainProblem =
  /** The row, or its digest, differs from the row that was sealed at this position. */
  | ({ kind: 'changed' } & Span)
  /** Rows between two existing rows are missing. */
  | ({ kind: 'missing' } & Span)
  /** The newest rows are missing: a head, or the exported head, counts more rows than exist. */
  | ({ kind: 'cut-off' } & Span)
  /** Sealed rows follow the newest head: their heads are missing. */
  | ({ kind: 'headless' } & Span)
  /** No configured key made the seal, so the row cannot be checked. */
  | ({ kind: 'unknown-key' } & Span)
  /** A head is changed or forged. The span is a range of head numbers. */
  | ({ kind: 'head-changed' } & Span)
  /** The span is a range of head numbers. */
  | ({ kind: 'head-missing' } & Span)
  /** The checkpoint of the erased rows is forged, or it is missing although the first rows are missing too. */
  | { kind: 'checkpoint-changed' }
  /** The chain does not contain the exported head: rows and heads were removed together. */
  | { kind: 'not-the-exported-chain' }
  /** Rows stay unsealed for too long, because no sealer runs or because somebody removed seals. */
  | { kind: 'not-sealed'; rows: number }
  /** Unsealed rows without a valid MAC, inserted or changed without AUDIT_KEY. `ids` has the ids of the oldest rows. */
  | { kind: 'foreign'; rows: number; ids: string[] }
  /** Rows that a log names and that the trail lacks or has with another MAC: somebody removed or changed them. */
  | { kind: 'not-as-logged'; rows: number; ids: string[] }
  /** Triggers and rules on the audit tables that no migration made, and that can drop or change rows. */
  | { kind: 'hooked'; names: string[] }

type ChainVerdict = {
  rows: number
  erased: number
  problems: ChainProblem[]
}

export type AuditChain = {
  /** The mark where the verification starts: the checkpoint after all erased rows, or a given head. */
  start: ChainMark
  /** The heads after the start, in the order of their numbers. */
  heads: AsyncIterable<SignedMark>
  /** The links after the start, in the order of their positions, page by page. */
  links: AsyncIterable<ChainLink[]>
  /** A head that was exported earlier and that the chain must contain. */
  expected?: Pick<ChainMark, 'position' | 'seal'> | undefined
}

/** Verifies the chain in one pass, with one page of links in memory. A fault is reported only at its own position. */
export async function verifyChain(seals: AuditSeals, chain: AuditChain): Promise<ChainVerdict> {
  const { start, expected } = chain
  const problems: ChainProblem[] = []
  const heads = headsInOrder(seals, chain, problems)
  let head = await heads.next()
  let end = start.position
  let rows = 0
  let erased = 0
  let last = start.position
  // The seals on which the next link may be based. After a changed seal these are the stored and the expected seal.
  let previous = [start.seal]
  if (expected && expected.position <= start.position) checkExpected(start)

  for await (const page of chain.links)
    for (const link of page) {
      if (link.position <= last) {
        tell('changed', link.position)
        continue
      }
      if (link.position > last + 1) {
        tell('missing', last + 1, link.position - 1)
        previous = []
      }
      while (head.value && head.value.position < link.position) {
        if (head.value.position === link.position - 1) previous.push(head.value.seal)
        await nextHead()
      }
      previous = [link.seal, ...checkLink(link)]
      if (head.value?.position === link.position) {
        if (!isSame(head.value.seal, link.seal)) tell('changed', link.position)
        await nextHead()
      }
      if (expected?.position === link.position) checkExpected(link)
      last = link.position
    }

  while (head.value) await nextHead()
  if (last > end) tell('headless', end + 1, last)
  const lastPosition = Math.max(end, expected?.position ?? 0)
  if (lastPosition > last) tell('cut-off', last + 1, lastPosition)
  return { rows, erased, problems }

  async function nextHead(): Promise<void> {
    end = head.value?.position ?? end
    head = await heads.next()
  }

  /** @returns the expected seals of a link whose seal is changed; an empty list for every other link */
  function checkLink(link: ChainLink): Uint8Array[] {
    if ('row' in link.content) rows += 1
    else erased += 1
    if (isForged(link)) {
      tell('changed', link.position)
      return []
    }
    const expectedSeals = previous.flatMap(before => seals.expected(before, link) ?? [])
    // After a gap the previous seal is unknown, so the seal is not checked. The gap itself is reported.
    if (previous.length > 0 && expectedSeals.length === 0) tell('unknown-key', link.position)
    else if (previous.length > 0 && !expectedSeals.some(seal => isSame(seal, link.seal)))
      tell('changed', link.position)
    else return []
    return expectedSeals
  }

  /** Tells whether a row is forged. A row with erased data needs a valid MAC: nothing else proves its content. */
  function isForged({ position, content }: ChainLink): boolean {
    if ('digest' in content) return false
    const { row, mac, sealedDigest: digest } = content
    if (digest) return mac === null || seals.isOurs(row, mac, { position, digest }) !== true
    return mac !== null && seals.isOurs(row, mac) === false
  }

  function checkExpected(point: { position: number; seal: Uint8Array }): void {
    // An exported head before the start cannot be compared, because its row was erased.
    if (expected?.position === point.position && !isSame(expected.seal, point.seal))
      problems.push({ kind: 'not-the-exported-chain' })
  }

  function tell(kind: Extract<ChainProblem, Span>['kind'], from: number, to = from): void {
    note(problems, { kind, from, to })
  }
}

async function* headsInOrder(
  seals: AuditSeals,
  chain: AuditChain,
  problems: ChainProblem[],
): AsyncGenerator<SignedMark, undefined> {
  let last = chain.start.number
  for await (const head of chain.heads) {
    if (head.number > last + 1) note(problems, { kind: 'head-missing', from: last + 1, to: head.number - 1 })
    last = head.number
    if (seals.isSigned('head', head)) yield head
    else note(problems, { kind: 'head-changed', from: head.number, to: head.number })
  }
}

function note(problems: ChainProblem[], problem: { kind: Extract<ChainProblem, Span>['kind'] } & Span): void {
  const before = problems.findLast(({ kind }) => kind === problem.kind)
  if (before && 'to' in before && problem.from <= before.to + 1) before.to = Math.max(before.to, problem.to)
  else problems.push(problem)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

export function hashOfParts(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
