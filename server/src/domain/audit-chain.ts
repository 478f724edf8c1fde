import type { AuditSeals, ChainLink, ChainMark, SignedMark } from './audit-seal.ts'

/** Places of the chain, both included. */
type Span = { from: number; to: number }

export type ChainProblem =
  /** The row, or what is left of it, is not what was sealed there. */
  | ({ kind: 'changed' } & Span)
  /** Rows that once stood between others are gone. */
  | ({ kind: 'missing' } & Span)
  /** The newest rows are gone: a head, or the exported head, says that there were more. */
  | ({ kind: 'cut-off' } & Span)
  /** Sealed rows above the newest head: their heads are gone. */
  | ({ kind: 'headless' } & Span)
  /** Sealed under a key that is not configured any more: nobody can say. */
  | ({ kind: 'unknown-key' } & Span)
  /** Heads by their number, not rows: altered or forged; gone. */
  | ({ kind: 'head-changed' } & Span)
  | ({ kind: 'head-missing' } & Span)
  /** The statement of what was erased is forged, or gone while the beginning is missing. */
  | { kind: 'checkpoint-changed' }
  /** The chain is another one than that of the exported head: rows and heads were taken away together. */
  | { kind: 'not-the-exported-chain' }
  /** Rows wait unsealed for too long: no sealer runs, or seals were removed. */
  | { kind: 'not-sealed'; rows: number }

export type ChainVerdict = {
  /** Rows whose content was checked. */
  rows: number
  /** Places whose row had been erased when its time was over. */
  erased: number
  problems: ChainProblem[]
}

export type Chain = {
  /** Where it begins: after everything that was erased, or at the head from which it shall be looked at. */
  start: ChainMark
  /** After the start, by number. */
  heads: AsyncIterable<SignedMark>
  /** After the start, by position, a page at a time. */
  links: AsyncIterable<ChainLink[]>
  /** A head that was exported earlier. */
  expected?: Pick<ChainMark, 'position' | 'seal'> | undefined
}

/** Walks the chain once, keeping nothing but its last link. Each fault is told where it is, not at all that follows. */
export async function verifyChain(seals: AuditSeals, chain: Chain): Promise<ChainVerdict> {
  const { start, expected } = chain
  const problems: ChainProblem[] = []
  const heads = headsInOrder(seals, chain, problems)
  let head = await heads.next()
  let end = start.position
  let rows = 0
  let erased = 0
  let last = start.position
  // What the next seal may follow from: where one was changed, both the one that stands and the one that should.
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
  const known = Math.max(end, expected?.position ?? 0)
  if (known > last) tell('cut-off', last + 1, known)
  return { rows, erased, problems }

  async function nextHead(): Promise<void> {
    end = head.value?.position ?? end
    head = await heads.next()
  }

  /** @returns the seals that it should have */
  function checkLink(link: ChainLink): Uint8Array[] {
    if ('row' in link.content) rows += 1
    else erased += 1
    const expectedSeals = previous.flatMap(before => seals.expected(before, link) ?? [])
    // After a gap nobody knows the seal before; the gap itself is told.
    if (previous.length > 0 && expectedSeals.length === 0) tell('unknown-key', link.position)
    else if (previous.length > 0 && !expectedSeals.some(seal => isSame(seal, link.seal)))
      tell('changed', link.position)
    else return []
    return expectedSeals
  }

  function checkExpected(point: { position: number; seal: Uint8Array }): void {
    // What was erased before the chain's beginning cannot be compared any more.
    if (expected?.position === point.position && !isSame(expected.seal, point.seal))
      problems.push({ kind: 'not-the-exported-chain' })
  }

  function tell(kind: Extract<ChainProblem, Span>['kind'], from: number, to = from): void {
    note(problems, { kind, from, to })
  }
}

/** The heads whose signature is right, one after the other; the others are told. */
async function* headsInOrder(
  seals: AuditSeals,
  chain: Chain,
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

/** Neighbours with the same fault are told as one. */
function note(problems: ChainProblem[], problem: { kind: Extract<ChainProblem, Span>['kind'] } & Span): void {
  const before = problems.findLast(({ kind }) => kind === problem.kind)
  if (before && 'to' in before && problem.from <= before.to + 1) before.to = Math.max(before.to, problem.to)
  else problems.push(problem)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
