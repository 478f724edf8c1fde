import type { Element } from '@xmldom/xmldom'

import { authenticationRefusal, kycRefusal } from './refusal.ts'
import { attribute, attributesOf, bytesOf, childOf, readXml } from './xml.ts'

/** An Auth element (Authentication 2.5) before any check. An absent value is '' or undefined. */
export type Auth = Record<'ver' | 'rc' | 'tid' | 'uid' | 'ac' | 'sa' | 'lk' | 'txn', string> & {
  namespace: string
  uses: Record<'pi' | 'pa' | 'pfa' | 'bio' | 'bt' | 'pin' | 'otp', string>
  meta: Meta
  keyId: string
  dataType: string
  /** The decoded text of Skey; undefined if the text is not base64. The same holds for Hmac and Data below. */
  skey: Buffer | undefined
  hmac: Buffer | undefined
  data: Buffer | undefined
}

export type Meta = Record<'udc' | 'rdsId' | 'rdsVer' | 'dpId' | 'dc' | 'mi' | 'mc', string>

export function readAuth(root: Element): Auth {
  return {
    namespace: root.namespaceURI ?? '',
    ...attributesOf(root, ['ver', 'rc', 'tid', 'uid', 'ac', 'sa', 'lk', 'txn']),
    uses: attributesOf(childOf(root, 'Uses'), ['pi', 'pa', 'pfa', 'bio', 'bt', 'pin', 'otp']),
    meta: attributesOf(childOf(root, 'Meta'), ['udc', 'rdsId', 'rdsVer', 'dpId', 'dc', 'mi', 'mc']),
    keyId: attribute(childOf(root, 'Skey'), 'ci'),
    dataType: attribute(childOf(root, 'Data'), 'type'),
    skey: bytesOf(childOf(root, 'Skey')),
    hmac: bytesOf(childOf(root, 'Hmac')),
    data: bytesOf(childOf(root, 'Data')),
  }
}

/** Throws a Refusal with the code of the first value that the standard does not allow. */
export function checkAuth(auth: Auth): void {
  if (!auth.txn.startsWith('UKC:')) throw kycRefusal('K-551')
  if (auth.namespace !== namespace || !/^[A-Za-z0-9.,\-\\/():]{5,50}$/.test(auth.txn)) {
    throw authenticationRefusal('510')
  }
  if (auth.ver !== '2.5') throw authenticationRefusal('540')
  if (auth.rc !== 'Y') throw authenticationRefusal('512')
  if (auth.tid !== 'registered') throw authenticationRefusal('520')
  // Biometrics must be the only factor of a request.
  const { bio, bt, ...others } = auth.uses
  if (bio !== 'y' || Object.values(others).some(use => use !== 'n')) throw authenticationRefusal('550')
  if (!bt.split(',').every(type => bioTypes.includes(type))) throw authenticationRefusal('821')
  if (Object.values(auth.meta).includes('') || auth.meta.udc.length > 20) throw authenticationRefusal('510')
  if (!['', 'X'].includes(auth.dataType)) throw authenticationRefusal('502')
}

const namespace = 'http://www.uidai.gov.in/authentication/uid-auth-request/2.0'
const bioTypes = ['FMR', 'FIR', 'IIR', 'FID']

/** The parameters of an e-KYC request, and the text of the Auth XML inside. */
export type Kyc = { ver: string; ra: string; rc: string; lr: string; de: string; pfr: string; auth: string }

/** Reads the Kyc element. Throws K-540 if Kyc or Rad is absent. checkKyc checks its values once the sender is known. */
export function readKyc(body: Buffer): Kyc {
  const root = readXml(body.toString('utf8'), 'Kyc')
  const auth = root && bytesOf(childOf(root, 'Rad'))
  if (!root || !auth) throw kycRefusal('K-540')
  return {
    ...attributesOf(root, ['ver', 'ra', 'rc']),
    lr: attribute(root, 'lr') || 'N',
    de: attribute(root, 'de') || 'N',
    pfr: attribute(root, 'pfr') || 'N',
    auth: auth.toString('utf8'),
  }
}

/** Throws the first refusal that applies to the request's parameters (eKYC 2.5 p12-13). */
export function checkKyc(kyc: Kyc): void {
  if (kyc.ver !== '2.5') throw kycRefusal('K-541')
  if (kyc.rc !== 'Y') throw kycRefusal('K-542')
  if (!/^[FIPO]{1,4}$/.test(kyc.ra)) throw kycRefusal('K-544')
  if (!/^[YN]$/.test(kyc.pfr)) throw kycRefusal('K-546')
  if (!/^[YN]$/.test(kyc.lr) || !/^[YN]$/.test(kyc.de)) throw kycRefusal('K-540')
}
