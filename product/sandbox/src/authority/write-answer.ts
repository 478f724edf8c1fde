import type { KeyAndCertificate } from '@ekyc/rd-simulator/certificate'

import type { SandboxKeys } from '../keys/keys.ts'
import type { Person } from '../people/people.ts'
import { writeAuthRes, type Known } from './auth-res.ts'
import { encryptKyc } from './encrypt-kyc.ts'
import { writeIndiaTime } from './india-time.ts'
import { writeKycRes } from './kyc-res.ts'
import { onTheWire } from './on-the-wire.ts'
import { Refusal } from './refusal.ts'
import { tamperedRequest, type Tampering } from './tamper.ts'
import { writeElement } from './xml.ts'
import { signXml } from './xml-signature.ts'

/** Writes the answer to a caller that was not identified: unsigned and unencrypted. */
export function writeUnprocessed(refusal: Refusal, txn: string, now: Date): string {
  return writeElement('Resp', {
    status: '-1',
    ko: '',
    ret: 'n',
    code: '',
    txn,
    ts: writeIndiaTime(now),
    err: refusal.source === 'kyc' ? refusal.code : 'K-100',
  })
}

/** Writes a Resp with an encrypted and signed KycRes, which contains a signed AuthRes. `tampering` can change this. */
export function writeAnswer(
  known: Known,
  result: Person | Refusal,
  options: { keys: SandboxKeys; now: Date; tampering: Tampering },
): string {
  const { keys, now, tampering } = options
  const claimedRequest = tamperedRequest(tampering, known)
  const refusal = result instanceof Refusal ? result : undefined
  if (tampering === 'not-processed')
    return writeUnprocessed(refusal ?? new Refusal('kyc', 'K-955'), claimedRequest.auth.txn, now)
  const kycRes = writeKycRes(claimedRequest.auth, authRes(claimedRequest, refusal, options), result, now)
  const sealed = encryptKyc(onTheWire(signature(kycRes.xml, keys, tampering)), keys.kua.certificate)
  const attributes = {
    status: '0',
    ko: 'KUA',
    ret: refusal ? 'n' : 'y',
    code: kycRes.code,
    txn: claimedRequest.auth.txn,
    ts: writeIndiaTime(now),
    err: kycRes.err,
  }
  return onTheWire(writeElement('Resp', attributes, sealed.toString('base64')))
}

function authRes(
  told: Known,
  refusal: Refusal | undefined,
  { keys, now }: { keys: SandboxKeys; now: Date },
): string | undefined {
  if (refusal?.source === 'kyc') return undefined
  return onTheWire(signXml(writeAuthRes(told, refusal, now), keys.authoritySigning))
}

function signature(kycRes: string, keys: SandboxKeys, tampering: Tampering): string {
  if (tampering === 'unsigned') return kycRes
  const signer: KeyAndCertificate = tampering === 'wrong-key' ? keys.aua : keys.authoritySigning
  const signed = signXml(kycRes, signer)
  return tampering === 'altered' ? signed.replace(' code="', ' code="0') : signed
}
