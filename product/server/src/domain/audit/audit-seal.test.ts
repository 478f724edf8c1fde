import { createHash, createPublicKey, verify } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import {
  chainStart,
  createAuditSeals,
  type AuditRow,
  type AuditSeals,
  type ChainLink,
  type ChainMark,
  type SignedMark,
} from './audit-seal.ts'

const row: AuditRow = {
  id: '01958000-0000-7000-8000-000000000001',
  happenedOn: '2027-03-10T06:30:00.000000Z',
  actorKind: 'agent',
  agentId: '01958000-0000-7000-8000-000000000002',
  actor: '9000000001',
  action: 'order.submit',
  subject: 'an order',
  outcome: 'claimed',
  requestId: 'request-1',
  traceId: 'trace-1',
  address: '192.0.2.1',
}
const previous = chainStart.seal

/** Seals with the old key alone, with the new key and the old key, and with the new key alone. */
let seals: AuditSeals
let rotated: AuditSeals
let other: AuditSeals
let link: ChainLink
let mark: ChainMark
let signed: SignedMark
beforeEach(() => {
  const [oldKey, newKey] = [Buffer.alloc(32, 'an audit key'), Buffer.alloc(32, 'the next audit key')]
  seals = createAuditSeals([oldKey])
  rotated = createAuditSeals([newKey, oldKey])
  other = createAuditSeals([newKey])
  link = { position: 1, seal: seals.seal(previous, 1, row), ...row, mac: null, sealedDigest: null }
  mark = {
    number: 2,
    position: 7,
    seal: link.seal,
    markedOn: new Date('2027-03-10T06:30:00Z'),
    rowDigests: Buffer.concat([Buffer.alloc(32, 5), Buffer.alloc(32, 6)]),
  }
  signed = seals.sign('head', mark)
})

describe('a seal', () => {
  test('is what an earlier version stored', () => {
    expect(hex(link.seal)).toBe('f7ac39368b49204abbe125c2672aa14dd6c25ed073277bc4248b31f5c23ca174d9559273')
    expect(hex(seals.digest(link))).toBe('32faf8e4358e7fe2c9d89b06eebfdc72dff654409ad0e83fd4b0a6213d3c9d39')
  })

  test.each(Object.keys(row))('covers %s', column => {
    for (const value of ['', 'other', null])
      expect(hex(seals.seal(previous, 1, { ...row, [column]: value }))).not.toBe(hex(link.seal))
  })

  test('differs for rows whose columns only look alike in one line', () => {
    const [one, two] = [
      { ...row, action: 'a', subject: 'b,c' },
      { ...row, action: 'a,b', subject: 'c' },
    ]
    expect(hex(seals.seal(previous, 1, one))).not.toBe(hex(seals.seal(previous, 1, two)))
  })
})

describe('a MAC', () => {
  test('is of the row as it is and of no other', () => {
    const mac = seals.mac(row)
    expect(seals.isOurs(row, mac)).toBe(true)
    for (const column of Object.keys(row))
      for (const value of ['', 'other', null])
        expect(seals.isOurs({ ...row, [column]: value }, mac)).toBe(false)
    expect(seals.isOurs(row, link.seal)).toBe(false)
    expect(seals.isOurs(row, mac.subarray(0, 20))).toBe(false)
  })

  test('of a row whose personal data was erased holds at its position, beside its sealed digest, and nowhere else', () => {
    const digest = seals.digest(link)
    const mac = seals.mac(row, { position: 1, digest })
    expect(seals.isOurs(row, mac, { position: 1, digest })).toBe(true)
    expect(seals.isOurs({ ...row, actor: 'other' }, mac, { position: 1, digest })).toBe(false)
    expect(seals.isOurs(row, mac, { position: 2, digest })).toBe(false)
    expect(seals.isOurs(row, mac, { position: 1, digest: new Uint8Array(32) })).toBe(false)
    expect(seals.isOurs(row, mac)).toBe(false)
    expect(seals.isOurs(row, seals.mac(row), { position: 1, digest })).toBe(false)
  })
})

describe('a signature', () => {
  test('covers the kind and every part of the mark', () => {
    expect(seals.isSigned('head', signed)).toBe(true)
    expect(seals.isSigned('checkpoint', signed)).toBe(false)
    for (const differs of [
      { number: 3 },
      { position: 8 },
      { rowDigests: Buffer.alloc(64, 5) },
      { rowDigests: null },
      { seal: previous },
      { markedOn: new Date('2027-03-10T06:30:00.001Z') },
      { signature: seals.sign('head', { ...mark, number: 3 }).signature },
      { signature: signed.signature.subarray(0, 10) },
      { signature: new Uint8Array() },
    ])
      expect(seals.isSigned('head', { ...signed, ...differs })).toBe(false)
  })

  test('is verified with the public keys alone, the one in use first', () => {
    const digestOfRows = createHash('sha256')
      .update(`${'05'.repeat(32)}\n${'06'.repeat(32)}\n`)
      .digest('hex')
    const text = `ekyc audit head 5\n2\n7\n${mark.markedOn.toISOString()}\n${hex(mark.seal)}\n${digestOfRows}\n`
    const verifies = (pem: string) =>
      verify(null, Buffer.from(text), createPublicKey(pem), signed.signature.subarray(4))
    expect(rotated.publicKeys().map(verifies)).toEqual([false, true])
    expect(rotated.publicKeys()).toEqual([...other.publicKeys(), ...seals.publicKeys()])
  })
})

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex')
}
