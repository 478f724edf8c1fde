import { createHash, createSign } from 'node:crypto'

import { fingerImage } from './fingers/image.ts'
import { fingerTemplate } from './fingers/template.ts'
import { dihOf, type Identity } from './identity.ts'
import type { FingerType } from './pid-options.ts'
import { element, writeXml, type XmlElement } from './write-xml.ts'

export type Touch = { finger: string; impression: number; posh: string }

/** Writes the unencrypted Pid of a capture (rd-service.md 2.4). */
export function pidBlock(capture: {
  ts: string
  wadh: string | undefined
  fType: FingerType
  touches: readonly Touch[]
  identity: Identity
}): string {
  const { ts, wadh, identity } = capture
  const fingers = capture.touches.flatMap(touch =>
    recordTypes[capture.fType].map(type => bio(type, records[type](touch), touch, ts, identity)),
  )
  return writeXml(
    element('Pid', { ts, ver: '2.0', wadh }, [element('Bios', { dih: dihOf(identity) }, fingers)]),
    { prolog: '', newline: '', prefix: '', rootAttributes: {}, lineLength: 0, order: {} },
  )
}

/** Writes a time as YYYY-MM-DDThh:mm:ss in India time, without a time zone. */
export function indiaTime(at: Date): string {
  return new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 19)
}

const indiaOffsetMs = 5.5 * 3_600_000

type RecordType = 'FMR' | 'FIR'

const recordTypes: Record<FingerType, readonly RecordType[]> = { 0: ['FMR'], 1: ['FIR'], 2: ['FMR', 'FIR'] }

const records: Record<RecordType, (touch: Touch) => Buffer> = {
  FMR: ({ finger, impression }) => fingerTemplate(finger, impression),
  FIR: ({ finger, impression }) => fingerImage(finger, impression),
}

function bio(type: RecordType, record: Buffer, { posh }: Touch, ts: string, identity: Identity): XmlElement {
  const hash = createHash('sha256').update(record).digest()
  const signer = createSign('RSA-SHA256').update(hash).update(ts).update(identity.device.dc)
  const bs = signer.sign(identity.privateKey, 'base64')
  return element('Bio', { type, posh, bs }, [record.toString('base64')])
}
