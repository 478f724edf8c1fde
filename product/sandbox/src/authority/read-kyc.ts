import { attribute, attributesOf, bytesOf, childOf, readXml } from './xml.ts'
import { kycRefusal } from './refusal.ts'

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
