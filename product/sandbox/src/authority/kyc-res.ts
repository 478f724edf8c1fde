import { randomBytes } from 'node:crypto'

import type { Person } from '../people/people.ts'
import { uidToken } from './auth-res.ts'
import { writeIndiaTime } from './india-time.ts'
import { portrait } from './portrait.ts'
import type { Auth } from './read-auth.ts'
import { Refusal } from './refusal.ts'
import { writeElement } from './xml.ts'

export type KycRes = { code: string; err: string; xml: string }

/**
 * Writes the answer to an e-KYC, unsigned and unencrypted.
 * @param authRes the signed AuthRes for the element Rar; undefined omits Rar
 * @param result the refusal, or the person; the answer has all data, because the agency's licence is global
 */
export function writeKycRes(
  auth: Auth,
  authRes: string | undefined,
  result: Person | Refusal,
  now: Date,
): KycRes {
  const code = randomBytes(20).toString('hex')
  const common = { xmlns: namespace, code, txn: auth.txn, ts: writeIndiaTime(now) }
  const rar =
    authRes === undefined ? '' : writeElement('Rar', {}, inLines(Buffer.from(authRes).toString('base64')))
  if (result instanceof Refusal) {
    const err = result.source === 'authentication' ? 'K-100' : result.code
    return { code, err, xml: writeElement('KycRes', { ret: 'n', ...common, actn: result.action, err }, rar) }
  }
  const ttl = writeIndiaTime(new Date(now.getTime() + keepMs))
  const xml = writeElement('KycRes', { ret: 'y', ...common, ttl, actn: '' }, rar + uidData(auth, result))
  return { code, err: '', xml }
}

const namespace = 'http://www.uidai.gov.in/kyc/uid-kyc-response/1.0'
const keepMs = 365 * 86_400_000

function uidData(auth: Auth, person: Person): string {
  const [year, month, day] = person.dateOfBirth.split('-')
  const poi = { name: person.name, dob: `${day}-${month}-${year}`, gender: person.gender }
  return writeElement(
    'UidData',
    { uid: person.idNumber, tkn: uidToken(auth) },
    writeElement('Poi', poi) +
      writeElement('Poa', person.address) +
      writeElement('Pht', {}, inLines(portrait)),
  )
}

function inLines(base64: string): string {
  return base64.replace(/.{76}/g, '$&\n')
}
