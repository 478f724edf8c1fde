import type { AuditSeals, ChainLink, ChainMark, SignedMark } from './audit-seal.ts'

/** Positions in the chain, or numbers of heads for a problem of heads, both ends included. */
type Span = { from: number; to: number }

type SpanProblem = Span & {
  kind: 'changed' | 'missing' | 'cut-off' | 'headless' | 'unknown-key' | 'head-changed' | 'head-missing'
}

export type ChainProblem =
  | SpanProblem
  /** The checkpoint of the erased rows is forged, or it is missing although the first rows are missing too. */
  | { kind: 'checkpoint-changed' }
  | { kind: 'not-the-exported-chain' }
  /** No sealer runs, or somebody removed seals. */
  | { kind: 'not-sealed'; rows: number }
  /** `ids` has the ids of the oldest of the rows. */
  | { kind: 'foreign' | 'not-as-logged'; rows: number; ids: string[] }
  | { kind: 'hooked'; names: string[] }

export type AuditChain = {
  /** The checkpoint after all erased rows, or a given head. */
  start: ChainMark
  /** Pages, in the order of the numbers. */
  heads: AsyncIterable<SignedMark[]> | Iterable<SignedMark[]>
  /** Pages, in the order of the positions. */
  links: AsyncIterable<ChainLink[]> | Iterable<ChainLink[]>
  expected?: Pick<ChainMark, 'position' | 'seal'> | undefined
}

/** Verifies the chain in one pass, with one page of links in memory. A fault is reported only at its own position. */
export async function verifyChain(seals: AuditSeals, chain: AuditChain) {
  const { start, expected } = chain
  const problems: ChainProblem[] = []
  const heads = headsInOrder(seals, chain, problems)
  let head = await heads.next()
  let end = start.position
  let last = start.position
  let [rows, erased] = [0, 0]
  // The seals on which the next link may be based. After a changed seal these are the stored and the expected seal.
  let previous = [start.seal]
  checkExpected(start)

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
      checkExpected(link)
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
    if ('digest' in link) erased += 1
    else rows += 1
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

  /** A row with erased data needs a valid MAC: nothing else proves its content. */
  function isForged(link: ChainLink): boolean {
    if ('digest' in link) return false
    const { position, mac, sealedDigest: digest } = link
    if (digest) return mac === null || seals.isOurs(link, mac, { position, digest }) !== true
    return mac !== null && seals.isOurs(link, mac) === false
  }

  function checkExpected(point: { position: number; seal: Uint8Array }): void {
    // An exported head before the start cannot be compared, because its row was erased.
    if (expected?.position === point.position && !isSame(expected.seal, point.seal))
      problems.push({ kind: 'not-the-exported-chain' })
  }

  function tell(kind: SpanProblem['kind'], from: number, to = from): void {
    note(problems, { kind, from, to })
  }
}

async function* headsInOrder(
  seals: AuditSeals,
  chain: AuditChain,
  problems: ChainProblem[],
): AsyncGenerator<SignedMark, undefined> {
  let last = chain.start.number
  for await (const page of chain.heads)
    for (const head of page) {
      if (head.number > last + 1)
        note(problems, { kind: 'head-missing', from: last + 1, to: head.number - 1 })
      last = head.number
      if (seals.isSigned('head', head)) yield head
      else note(problems, { kind: 'head-changed', from: head.number, to: head.number })
    }
}

function note(problems: ChainProblem[], problem: SpanProblem): void {
  const before = problems.findLast(({ kind }) => kind === problem.kind)
  if (before && 'to' in before && problem.from <= before.to + 1) before.to = Math.max(before.to, problem.to)
  else problems.push(problem)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
