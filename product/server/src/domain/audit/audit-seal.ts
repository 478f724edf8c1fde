import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

import { deriveKeys, isSameSecret } from '../secrets.ts'

export type AuditRow = {
  id: string
  /** The time has the microseconds of the database, such as 2027-03-10T06:30:00.000000Z. */
  happenedOn: string
  actorKind: string
  agentId: string | null
  actor: string
  action: string
  subject: string
  outcome: string
  requestId: string | null
  traceId: string | null
  address: string | null
  /** The process that wrote a row before the first release, and the row's number there. Later rows have neither. */
  writer?: string | null
  writerCount?: number | null
}

/** The row, or what is kept of an erased row, at a position that is counted from 1 without gaps. */
export type ChainLink = { position: number; seal: Uint8Array } & (
  | (AuditRow & {
      mac: Uint8Array | null
      /** The digest of the row at its sealing if the row's personal data was erased later, otherwise null. */
      sealedDigest: Uint8Array | null
    })
  | { digest: Uint8Array }
)

type SealedAs = { position: number; digest: Uint8Array }

/** A mark in the chain, with the number of rows (`position`) and of heads (`number`) up to the mark. */
export type ChainMark = {
  number: number
  position: number
  seal: Uint8Array
  markedOn: Date
  /** The SHA-256 of the `auditRowText` of each row since the previous head. A checkpoint has none. */
  rowDigests?: Uint8Array | null
}

/** Version 4 is that of heads before the first release, which also sign a tally of their rows. */
export type SignedMark = ChainMark & { version: number; tally: string | null; signature: Uint8Array }

const chainMarkVersion = 5

export type AuditWitness = (row: { id: string; mac: Uint8Array }) => void

/** `audit verify --log` compares the lines with the trail. */
export function createLogWitness(log: { info(fields: object, text: string): void }): AuditWitness {
  return ({ id, mac }) => log.info({ auditRow: `${id} ${Buffer.from(mac).toString('hex')}` }, 'audit row')
}

/** A 'head' proves that the chain reached its position, a 'checkpoint' that the rows up to it were erased. */
type MarkKind = 'head' | 'checkpoint'

export type AuditSeals = ReturnType<typeof createAuditSeals>

const keyIdLength = 4

export class AuditKeyMissing extends Error {
  override name = 'AuditKeyMissing'

  constructor({ position, seal }: ChainLink) {
    const id = Buffer.from(seal.subarray(0, keyIdLength)).toString('hex')
    super(`The audit row at ${position} was sealed under a key that is not in AUDIT_KEY (its id is ${id}).`)
  }
}

export const chainStart: ChainMark = {
  number: 0,
  position: 0,
  seal: new Uint8Array(36),
  markedOn: new Date(0),
}

/** @param secrets keys of 32 bytes each: the first one seals and signs, and all of them verify */
export function createAuditSeals(secrets: readonly [Buffer, ...Buffer[]], witness: AuditWitness = () => {}) {
  const [current, ...others] = [keyFrom(secrets[0]), ...secrets.slice(1).map(keyFrom)] as const
  const keyOf = (tagged: Uint8Array): SealKey | undefined =>
    [current, ...others].find(({ id }) => id.equals(tagged.subarray(0, keyIdLength)))

  const signatureOf = (text: Buffer) => Buffer.concat([current.id, sign(null, text, current.signing)])
  const isSignature = (text: Buffer, signature: Uint8Array) => {
    const key = keyOf(signature)
    return key !== undefined && verify(null, text, key.verifying, signature.subarray(keyIdLength))
  }

  return {
    witness,
    /** The key of the staff's sessions and proofs. A new AUDIT_KEY ends them all. */
    staffKey: deriveKeys([secrets[0]], 'staff')[0],

    /** Key id (4 bytes), then HMAC-SHA256. Covers `sealedAs` too, if personal data of the row was erased later. */
    mac: (row: AuditRow, sealedAs?: SealedAs): Uint8Array => macOf(current, row, sealedAs),

    /** Tells whether a holder of AUDIT_KEY wrote the row unchanged; undefined if no configured key made the MAC. */
    isOurs(row: AuditRow, mac: Uint8Array, sealedAs?: SealedAs): boolean | undefined {
      const key = keyOf(mac)
      return key && isSameSecret(mac, macOf(key, row, sealedAs))
    },

    /** Returns the seal of a row: key id (4 bytes), then HMAC-SHA256 over the previous seal and the row's digest. */
    seal: (previous: Uint8Array, position: number, row: AuditRow): Uint8Array =>
      linked(current, previous, digestOf(current, position, row)),

    /** Returns undefined if no configured key made the link's stored seal. */
    expected(previous: Uint8Array, link: ChainLink): Uint8Array | undefined {
      const key = keyOf(link.seal)
      return key && linked(key, previous, digestIn(key, link))
    },

    /** Depends on a key, so that nobody can guess the erased row from it. @throws AuditKeyMissing */
    digest(link: ChainLink): Uint8Array {
      const key = keyOf(link.seal)
      if (!key) throw new AuditKeyMissing(link)
      return digestIn(key, link)
    },

    sign(kind: MarkKind, mark: ChainMark) {
      const signed = { rowDigests: null, ...mark, version: chainMarkVersion, tally: null }
      return { ...signed, signature: signatureOf(signedTextOfMark(kind, signed)) }
    },

    isSigned: (kind: MarkKind, mark: SignedMark): boolean =>
      isSignature(signedTextOfMark(kind, mark), mark.signature),

    signPage: (page: string): Uint8Array => signatureOf(pageText(page)),

    isSignedPage: (page: string, signature: Uint8Array): boolean => isSignature(pageText(page), signature),

    /** The one in use first, as PEM. */
    publicKeys: (): string[] =>
      [current, ...others].map(({ verifying }) =>
        verifying.export({ format: 'pem', type: 'spki' }).toString(),
      ),
  }
}

/** The text contains the MAC, so that nobody without a key can guess a row from the digest of its text. */
export function auditRowText(position: number, row: AuditRow, mac: Uint8Array | null): string {
  const whole = { ...row, position, mac: mac && Buffer.from(mac).toString('hex') }
  return JSON.stringify(whole, ['position', ...fieldsOf(row), 'mac'])
}

/** Returns a head's row digests in hex, one per line. A head's signed text ends with the SHA-256 of these lines. */
export function rowDigestLines(rowDigests: Uint8Array | null | undefined): string {
  const hex = Buffer.from(rowDigests ?? []).toString('hex')
  return hex.replaceAll(/.{64}/g, '$&\n')
}

type SealKey = Record<'row' | 'seal' | 'signing' | 'verifying', KeyObject> & { id: Buffer }

/** The PKCS#8 header before the 32 bytes of an Ed25519 key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyFrom(secret: Buffer): SealKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `ekyc audit ${purpose}`, 32))
  const signing = createPrivateKey({
    key: Buffer.concat([pkcs8Head, derive('signature')]),
    format: 'der',
    type: 'pkcs8',
  })
  const id = createHash('sha256').update('audit key\0').update(derive('id')).digest().subarray(0, keyIdLength)
  // An HMAC with a key object takes a quarter of the time of an HMAC with raw bytes.
  const [row, seal] = [createSecretKey(derive('row')), createSecretKey(derive('seal'))]
  return { id, row, seal, signing, verifying: createPublicKey(signing) }
}

function macOf(key: SealKey, row: AuditRow, sealedAs?: SealedAs): Buffer {
  const head = sealedAs ? [2, sealedAs.position, Buffer.from(sealedAs.digest).toString('hex')] : [1]
  const mac = createHmac('sha256', key.row)
    .update(JSON.stringify([...head, ...cellsOf(row)]))
    .digest()
  return Buffer.concat([key.id, mac])
}

function digestIn(key: SealKey, link: ChainLink): Uint8Array {
  return 'digest' in link ? link.digest : (link.sealedDigest ?? digestOf(key, link.position, link))
}

function digestOf(key: SealKey, position: number, row: AuditRow): Buffer {
  // A JSON list in a fixed order: two different rows never have the same bytes.
  const cells = JSON.stringify([1, position, ...cellsOf(row)])
  return createHmac('sha256', key.seal).update('row\0').update(cells).digest()
}

function linked(key: SealKey, previous: Uint8Array, digest: Uint8Array): Buffer {
  const link = createHmac('sha256', key.seal).update('link\0').update(previous).update(digest).digest()
  return Buffer.concat([key.id, link])
}

const fields = [
  'id',
  'happenedOn',
  'actorKind',
  'agentId',
  'actor',
  'action',
  'subject',
  'outcome',
  'requestId',
  'traceId',
  'address',
] as const satisfies (keyof AuditRow)[]

/** Returns the names of the fields that the row has, in the order in which they are sealed. */
function fieldsOf({ writer }: AuditRow): (keyof AuditRow)[] {
  return writer ? [...fields, 'writer', 'writerCount'] : [...fields]
}

function cellsOf(row: AuditRow): (string | number | null | undefined)[] {
  return fieldsOf(row).map(field => row[field])
}

export function signedTextOfMark(
  kind: MarkKind,
  { number, position, seal, markedOn, rowDigests, version, tally }: Omit<SignedMark, 'signature'>,
): Buffer {
  const sealed = Buffer.from(seal).toString('hex')
  const rows = createHash('sha256').update(rowDigestLines(rowDigests)).digest('hex')
  const counts = version === chainMarkVersion ? '' : `${tally ?? ''}\n`
  return Buffer.from(
    `ekyc audit ${kind} ${version}\n${number}\n${position}\n${markedOn.toISOString()}\n${sealed}\n${counts}${rows}\n`,
  )
}

/** The first line differs from that of a mark, so that no page passes as a mark. */
function pageText(page: string): Buffer {
  return Buffer.from(`ekyc page 1\n${page}`)
}
