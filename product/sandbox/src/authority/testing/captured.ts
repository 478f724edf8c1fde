import { constants, createHash, publicEncrypt, randomBytes, sign, type X509Certificate } from 'node:crypto'

import type { KeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import { encryptPid } from '@ekyc/rd-simulator/encrypt-pid'
import { fingerImage } from '@ekyc/rd-simulator/fingers/image'
import { fingerTemplate } from '@ekyc/rd-simulator/fingers/template'
import { dihOf } from '@ekyc/rd-simulator/identity'
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
  hashOf?: string
}

export type Captured = { meta: Record<string, string>; ci: string; skey: Buffer; hmac: Buffer; data: Buffer }

/** The wadh of e-KYC 2.5 with ra F, rc Y, lr N, de N, pfr N. */
export const usualWadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

/** Makes a capture by rd-service.md section 2.4. */
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
  const pid =
    `<Pid ts="${wanted.pidTs ?? ts}" ver="${wanted.pidVer ?? '2.0'}" wadh="${wanted.wadh ?? usualWadh}">` +
    `<Bios dih="${wanted.dih ?? dihOf({ device: is, rdsVer })}">${bioElements.join('')}</Bios></Pid>`
  const key = randomBytes(32)
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
    hmac: Buffer.from(encryptPid({ pid: wanted.hashOf ?? pid, ts, key }).hmac, 'base64'),
    data: Buffer.from(encryptPid({ pid, ts, key }).data, 'base64'),
  }
}
