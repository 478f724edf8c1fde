import {
  constants,
  createDecipheriv,
  createHash,
  createVerify,
  privateDecrypt,
  X509Certificate,
} from 'node:crypto'

import { DOMParser, onWarningStopParsing, type Element } from '@xmldom/xmldom'

import type { DeviceKeys } from '../device-keys.ts'

/** Returns the first element of this local name in an answer, whatever its prefix. */
export function elementOf(xml: string, name: string): Element {
  const root = rootOf(xml)
  const found = root.localName === name ? root : root.getElementsByTagNameNS('*', name)[0]
  if (!found) throw new Error(`There is no ${name} in ${xml.slice(0, 200)}`)
  return found
}

export function rootOf(xml: string): Element {
  const root = new DOMParser({ onError: onWarningStopParsing }).parseFromString(
    xml,
    'text/xml',
  ).documentElement
  if (!root) throw new Error('There is no root')
  return root
}

export function textOf(xml: string, name: string): string {
  return (elementOf(xml, name).textContent ?? '').replaceAll(/\s/g, '')
}

export function paramsOf(xml: string): Record<string, string> {
  return Object.fromEntries(
    [...rootOf(xml).getElementsByTagNameNS('*', 'Param')].map(param => [
      param.getAttribute('name') ?? '',
      param.getAttribute('value') ?? '',
    ]),
  )
}

export type OpenedPid = {
  /** The unencrypted timestamp at the start of Data. */
  ts: string
  pid: Element
  /** True when Hmac contains the hash of the Pid. */
  hmacHolds: boolean
  bios: { type: string; posh: string; record: Buffer; signatureHolds: boolean }[]
}

/** Decrypts a capture, without using the authority's code (rd-service.md 2.4 and 6.4). */
export function openPid(xml: string, keys: DeviceKeys): OpenedPid {
  const padded = privateDecrypt(
    { key: keys.authorityEncryption.privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(textOf(xml, 'Skey'), 'base64'),
  )
  const key = padded.subarray(padded.indexOf(0, 2) + 1)
  const data = Buffer.from(textOf(xml, 'Data'), 'base64')
  const ts = data.toString('utf8', 0, 19)
  const pidBytes = decrypt(key, ts, data.subarray(19))
  const pid = rootOf(pidBytes.toString('utf8'))
  return {
    ts,
    pid,
    hmacHolds: hashHolds(key, ts, Buffer.from(textOf(xml, 'Hmac'), 'base64'), pidBytes),
    bios: [...pid.getElementsByTagName('Bio')].map(bio => {
      const record = Buffer.from(bio.textContent ?? '', 'base64')
      const device = elementOf(xml, 'DeviceInfo')
      const signed = Buffer.concat([
        createHash('sha256').update(record).digest(),
        Buffer.from(ts + device.getAttribute('dc')),
      ])
      return {
        type: bio.getAttribute('type') ?? '',
        posh: bio.getAttribute('posh') ?? '',
        record,
        signatureHolds: createVerify('RSA-SHA256')
          .update(signed)
          .verify(certificateOf(xml).publicKey, bio.getAttribute('bs') ?? '', 'base64'),
      }
    }),
  }
}

function certificateOf(xml: string): X509Certificate {
  return new X509Certificate(Buffer.from(elementOf(xml, 'DeviceInfo').getAttribute('mc') ?? '', 'base64'))
}

function decrypt(key: Buffer, ts: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(ts.slice(7)))
  decipher.setAAD(Buffer.from(ts.slice(3)))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
}

function hashHolds(key: Buffer, ts: string, hmac: Buffer, pid: Buffer): boolean {
  try {
    return decrypt(key, ts, hmac).equals(createHash('sha256').update(pid).digest())
  } catch {
    return false
  }
}
