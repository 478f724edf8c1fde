import { beforeEach, describe, expect, test } from 'vitest'

import { verifyChain, type AuditChain } from './audit-chain.ts'
import {
  chainStart,
  createAuditSeals,
  type AuditRow,
  type AuditSeals,
  type ChainLink,
  type SignedMark,
} from './audit-seal.ts'

const at = (kind: string, from: number, to = from) => ({ kind, from, to })

/** Ten sealed rows, with heads at 5 and 10. */
let seals: AuditSeals
let links: ChainLink[]
let heads: SignedMark[]
beforeEach(() => {
  seals = createAuditSeals([Buffer.alloc(32, 'the audit key')])
  links = []
  heads = []
  for (let position = 1; position <= 10; position += 1) {
    const previous = links.at(-1)?.seal ?? chainStart.seal
    links.push({
      position,
      seal: seals.seal(previous, position, row()),
      ...row(),
      mac: null,
      sealedDigest: null,
    })
    if (position % 5 === 0) addHead(position)
  }
})

const verdict = (rest: Partial<AuditChain> = {}, by = seals) =>
  verifyChain(by, { start: chainStart, heads: [heads], links: pages(), ...rest })
const problems = async (rest?: Partial<AuditChain>, by?: AuditSeals) => (await verdict(rest, by)).problems

test('an untouched chain has no problem', async () => {
  expect(await verdict()).toEqual({ rows: 10, erased: 0, problems: [] })
})

test('rows before the start are not asked for', async () => {
  const start = head(1)
  links.splice(0, 5)
  heads.shift()
  expect(await verdict({ start })).toEqual({ rows: 5, erased: 0, problems: [] })
})

test('erased rows are counted apart, and their digests keep the chain whole', async () => {
  erase(3)
  erase(4)
  expect(await verdict()).toEqual({ rows: 8, erased: 2, problems: [] })
})

describe('[rule 17] what is found', () => {
  test('neighbours that changed are one range, others are not', async () => {
    for (const position of [3, 4, 8]) forge(position)
    expect(await problems()).toEqual([at('changed', 3, 4), at('changed', 8)])
  })

  test('a changed seal, at its own position alone', async () => {
    tamper(link(4).seal)
    expect(await problems()).toEqual([at('changed', 4)])
  })

  test('a row with a seal of its own, which only its head contradicts', async () => {
    const seal = seals.seal(link(4).seal, 5, row('forged'))
    links.splice(4, 6, { position: 5, seal, ...row('forged'), mac: null, sealedDigest: null })
    heads.pop()
    expect(await problems()).toEqual([at('changed', 5)])
  })

  test('a position that comes twice', async () => {
    links.splice(4, 0, link(4))
    expect(await verdict()).toEqual({ rows: 10, erased: 0, problems: [at('changed', 4)] })
  })

  test('missing rows; the next one cannot be compared', async () => {
    links.splice(2, 2)
    expect(await problems()).toEqual([at('missing', 3, 4)])
  })

  test('missing rows up to a head: the next one is compared with the head', async () => {
    links.splice(2, 3)
    expect(await problems()).toEqual([at('missing', 3, 5)])
    forge(6)
    expect(await problems()).toEqual([at('missing', 3, 5), at('changed', 6)])
  })

  test('missing newest rows, and missing rows alone', async () => {
    links.splice(8)
    expect(await problems()).toEqual([at('cut-off', 9, 10)])
    links = []
    expect(await problems()).toEqual([at('cut-off', 1, 10)])
  })

  test('rows above the newest head', async () => {
    heads.pop()
    expect(await problems()).toEqual([at('headless', 6, 10)])
    heads.pop()
    expect(await problems()).toEqual([at('headless', 1, 10)])
  })

  test('a missing head, and several', async () => {
    heads = []
    for (const position of [2, 4, 6, 8, 10]) addHead(position)
    heads.splice(3, 1)
    expect(await problems()).toEqual([at('head-missing', 4)])
    heads.splice(0, 2)
    expect(await problems()).toEqual([at('head-missing', 1, 2), at('head-missing', 4)])
  })

  test('heads that changed, or that no known key signed', async () => {
    head(1).markedOn = new Date(0)
    expect(await problems()).toEqual([at('head-changed', 1)])
    tamper(head(2).signature)
    expect(await problems()).toEqual([at('head-changed', 1, 2), at('headless', 1, 10)])
  })

  test('rows and heads whose key is not configured', async () => {
    const otherSeals = createAuditSeals([Buffer.alloc(32, 'a key that is not configured')])
    expect(await problems({}, otherSeals)).toEqual([
      at('head-changed', 1, 2),
      at('unknown-key', 1, 10),
      at('headless', 1, 10),
    ])
    links.splice(2, 1)
    expect(await problems({}, otherSeals)).toContainEqual(at('unknown-key', 5, 10))
  })
})

describe('a head that was exported', () => {
  test('is found in the chain, wherever it begins', async () => {
    const exported = head(1)
    for (const start of [chainStart, exported]) {
      const rest = links.filter(({ position }) => position > start.position)
      const later = heads.filter(({ number }) => number > start.number)
      expect(await problems({ start, heads: [later], links: [rest], expected: exported })).toEqual([])
    }
  })

  test.each([0, 3, 10])('tells another chain, at position %i', async position => {
    expect(await problems({ expected: { position, seal: Buffer.alloc(36, 1) } })).toEqual([
      { kind: 'not-the-exported-chain' },
    ])
  })

  test('tells rows that were removed with their heads', async () => {
    const { position, seal } = head(2)
    links.splice(5)
    heads.pop()
    expect(await problems()).toEqual([])
    expect(await problems({ expected: { position, seal } })).toEqual([at('cut-off', 6, 10)])
  })
})

function row(outcome = 'done'): AuditRow {
  return {
    id: '01958000-0000-7000-8000-000000000001',
    happenedOn: '2027-03-10T06:30:00.000000Z',
    actorKind: 'agent',
    agentId: null,
    actor: '9000000001',
    action: 'order.submit',
    subject: 'an order',
    outcome,
    requestId: null,
    traceId: null,
    address: null,
  }
}

function link(position: number): ChainLink {
  const found = links.find(one => one.position === position)
  if (!found) throw new Error(`the chain has no link ${position}`)
  return found
}

function head(number: number): SignedMark {
  const found = heads[number - 1]
  if (!found) throw new Error(`the chain has no head ${number}`)
  return found
}

function addHead(position: number): void {
  const seal = Uint8Array.from(link(position).seal)
  const markedOn = new Date('2027-03-10T06:30:00.000Z')
  const mark = { number: heads.length + 1, position, seal, markedOn }
  heads.push(seals.sign('head', mark))
}

function forge(position: number): void {
  Object.assign(link(position), row('forged'))
}

function erase(position: number): void {
  const { seal } = link(position)
  links[links.indexOf(link(position))] = { position, seal, digest: seals.digest(link(position)) }
}

function tamper(bytes: Uint8Array): void {
  bytes[20] = (bytes[20] ?? 0) ^ 1
}

function pages(): ChainLink[][] {
  return Array.from({ length: Math.ceil(links.length / 3) }, (_, page) => links.slice(3 * page, 3 * page + 3))
}
