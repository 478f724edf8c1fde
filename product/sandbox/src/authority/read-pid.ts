import type { Element } from '@xmldom/xmldom'

import { authenticationRefusal } from './refusal.ts'
import { attribute, bytesOf, childOf, childrenOf, readXml } from './xml.ts'

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
