import {
  constants,
  createDecipheriv,
  createHash,
  privateDecrypt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

import type { Element } from '@xmldom/xmldom'

import type { Auth } from './read-auth.ts'
import { authenticationRefusal } from './refusal.ts'
import { attribute, bytesOf, childOf, childrenOf, readXml } from './xml.ts'

/**
 * Decrypts the PID block (rd-service.md section 2.4) and checks its keyed hash.
 * @returns the Pid XML and the cleartext timestamp in front of it
 */
export function openPid(
  auth: Pick<Auth, 'keyId' | 'skey' | 'hmac' | 'data'>,
  authority: { keyId: string; privateKey: KeyObject },
): { xml: string; clearTs: string } {
  if (auth.keyId !== authority.keyId) throw authenticationRefusal('501')
  const key = sessionKey(auth.skey, authority.privateKey)
  if (!auth.data || auth.data.length <= tsLength + tagLength) throw authenticationRefusal('502')
  const ts = auth.data.subarray(0, tsLength)
  const pid = decrypt(key, ts, auth.data.subarray(tsLength))
  if (!pid) throw authenticationRefusal('502')
  const hash = auth.hmac?.length === hashLength + tagLength ? decrypt(key, ts, auth.hmac) : undefined
  if (!hash) throw authenticationRefusal('503')
  if (!timingSafeEqual(hash, createHash('sha256').update(pid).digest())) throw authenticationRefusal('564')
  return { xml: pid.toString('utf8'), clearTs: ts.toString('latin1') }
}

const tsLength = 19
const tagLength = 16
const hashLength = 32
const keyLength = 32

/**
 * Decrypts the session key by RSA and removes the PKCS#1 v1.5 padding here, because Node 20 refuses this padding for
 * private keys (CVE-2023-46809). All failures of this step end in the same refusal (500), so that the answer does not
 * tell which check failed.
 */
function sessionKey(skey: Buffer | undefined, privateKey: KeyObject): Buffer {
  if (skey?.length !== 256) throw authenticationRefusal('500')
  const block = rawDecrypt(skey, privateKey)
  const separator = block.length - keyLength - 1
  const wellPadded =
    block[0] === 0 && block[1] === 2 && block[separator] === 0 && !block.subarray(2, separator).includes(0)
  if (!wellPadded) throw authenticationRefusal('500')
  return block.subarray(separator + 1)
}

function rawDecrypt(skey: Buffer, key: KeyObject): Buffer {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, skey)
  } catch {
    throw authenticationRefusal('500')
  }
}

/** Decrypts AES-256-GCM with the tag at the end. The IV is the last 12 bytes of ts, the AAD its last 16 bytes. */
function decrypt(key: Buffer, ts: Buffer, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, ts.subarray(-12))
  decipher.setAAD(ts.subarray(-16))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
  } catch {
    return undefined
  }
}

export type Pid = { ts: string; wadh: string; dih: string; bios: Bio[] }

export type Bio = { type: string; signature: string; record: Buffer }

/** Reads a decrypted Pid. Its timestamp must equal the cleartext timestamp `clearTs`. */
export function readPid(xml: string, clearTs: string): Pid {
  const root = readXml(xml, 'Pid')
  if (!root) throw authenticationRefusal('511')
  if (attribute(root, 'ver') !== '2.0') throw authenticationRefusal('541')
  if (attribute(root, 'ts') !== clearTs) throw authenticationRefusal('511')
  const bios = childOf(root, 'Bios')
  if (!bios) throw authenticationRefusal('810')
  return {
    ts: clearTs,
    wadh: attribute(root, 'wadh'),
    dih: attribute(bios, 'dih'),
    bios: childrenOf(bios)
      .filter(child => child.localName === 'Bio')
      .map(readBio),
  }
}

function readBio(bio: Element): Bio {
  const record = bytesOf(bio)
  if (!record) throw authenticationRefusal('800')
  return { type: attribute(bio, 'type'), signature: attribute(bio, 'bs'), record }
}
