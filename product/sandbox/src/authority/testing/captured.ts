import {
  constants,
  createCipheriv,
  createHash,
  publicEncrypt,
  randomBytes,
  sign,
  type X509Certificate,
} from 'node:crypto'

import type { KeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import { fingerImage } from '@ekyc/rd-simulator/fingers/image'
import { fingerTemplate } from '@ekyc/rd-simulator/fingers/template'
import { deviceRegistry } from '@ekyc/rd-simulator/registry'
import { defaultFinger } from '@ekyc/rd-simulator/settings'
import { testTime } from './test-time.ts'

/** The values in which a capture differs from an honest capture. */
export type Wanted = {
  finger?: string
  takenAt?: Date
  wadh?: string
  pidVer?: string
  /** The time that replaces the encrypted time. The cleartext time stays. */
  pidTs?: string
  bios?: { type: string; record: Buffer }[]
  dih?: string
  bs?: string
  device?: Partial<typeof deviceRegistry.mantra>
  keyId?: string
  hashOf?: Buffer
}

export type Captured = { meta: Record<string, string>; ci: string; skey: Buffer; hmac: Buffer; data: Buffer }

/** The wadh of e-KYC 2.5 with ra F, rc Y, lr N, de N, pfr N. */
export const usualWadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

/** Makes a PID block by rd-service.md section 2.4. Its encryption does not use the device service's code. */
export function captured(
  device: KeyAndCertificate,
  authority: { certificate: X509Certificate; keyId: string },
  wanted: Wanted = {},
): Captured {
  const is = { ...deviceRegistry.mantra, ...wanted.device }
  const rdsVer = is.rdsVers[0]
  const ts = new Date((wanted.takenAt ?? new Date(testTime)).getTime() + 5.5 * 3_600_000)
    .toISOString()
    .slice(0, 19)
  const idHash = createHash('sha256').update(is.serialNumber).digest('hex').toUpperCase()
  const dih = base64Sha256(is.dpId + is.rdsId + rdsVer + is.dc + is.mi + idHash)
  const finger = wanted.finger ?? defaultFinger
  const impression = randomBytes(4).readUInt32BE()
  const bios = wanted.bios ?? [
    { type: 'FMR', record: fingerTemplate(finger, impression) },
    { type: 'FIR', record: fingerImage(finger, impression) },
  ]
  const bioElements = bios.map(({ type, record }) => {
    const signed = Buffer.concat([createHash('sha256').update(record).digest(), Buffer.from(ts + is.dc)])
    const bs = wanted.bs ?? sign('sha256', signed, device.privateKey).toString('base64')
    return `<Bio type="${type}" posh="UNKNOWN" bs="${bs}">${record.toString('base64')}</Bio>`
  })
  const pid = Buffer.from(
    `<Pid ts="${wanted.pidTs ?? ts}" ver="${wanted.pidVer ?? '2.0'}" wadh="${wanted.wadh ?? usualWadh}">` +
      `<Bios dih="${wanted.dih ?? dih}">${bioElements.join('')}</Bios></Pid>`,
  )
  const key = randomBytes(32)
  const hash = createHash('sha256')
    .update(wanted.hashOf ?? pid)
    .digest()
  return {
    meta: {
      udc: 'test-host',
      rdsId: is.rdsId,
      rdsVer,
      dpId: is.dpId,
      dc: is.dc,
      mi: is.mi,
      mc: device.certificate.raw.toString('base64'),
    },
    ci: wanted.keyId ?? authority.keyId,
    skey: publicEncrypt({ key: authority.certificate.publicKey, padding: constants.RSA_PKCS1_PADDING }, key),
    hmac: sealed(key, ts, hash),
    data: Buffer.concat([Buffer.from(ts), sealed(key, ts, pid)]),
  }
}

export function sealed(key: Buffer, ts: string, clear: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(ts.slice(-12)))
  cipher.setAAD(Buffer.from(ts.slice(-16)))
  return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()])
}

function base64Sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
