import { createHash, randomBytes } from 'node:crypto'

import type { RegisteredDevice } from '@ekyc/rd-simulator/registry'

import { writeIndiaTime } from './india-time.ts'
import type { Auth } from './read-auth.ts'
import type { Pid } from './read-pid.ts'
import type { Refusal } from './refusal.ts'
import { writeElement } from './xml.ts'

/** The parts of a request that were read. `pid` or `device` is absent if a check failed before it was read. */
export type Known = { auth: Auth; pid?: Pid; device?: RegisteredDevice }

/** Writes the unsigned answer to the authentication inside an e-KYC. Its attribute `info` describes what was read. */
export function writeAuthRes(known: Known, refusal: Refusal | undefined, now: Date): string {
  return writeElement('AuthRes', {
    xmlns: 'http://www.uidai.gov.in/authentication/uid-auth-response/1.0',
    ret: refusal ? 'n' : 'y',
    code: known.pid ? randomBytes(16).toString('hex') : 'NA',
    txn: known.auth.txn,
    ts: writeIndiaTime(now),
    ...(refusal ? { err: refusal.code, actn: refusal.action } : {}),
    ...(known.pid ? { info: writeInfo(known.auth, known.pid, known.device) } : {}),
  })
}

/**
 * Returns the UID token: 72 characters that identify one person to one agency. The token is the same for every request
 * and does not reveal the id number; another agency gets another token.
 */
export function uidToken(auth: Pick<Auth, 'ac' | 'uid'>): string {
  const digest = createHash('sha384').update(`uid token ${auth.ac} ${auth.uid}`).digest('base64')
  return `01000000${digest}`
}

/** Writes `info` version 04: 31 fields in the order of rd-service.md section 2.5. An absent value is NA. */
function writeInfo(auth: Auth, pid: Pid, device: RegisteredDevice | undefined): string {
  const count = (type: string): string => String(pid.bios.filter(bio => bio.type === type).length)
  const fields = [
    uidToken(auth),
    'A',
    sha256(''), // no demographic data in the request
    '0100003000000210', // usage: biometrics, FMR and FIR
    '2.0',
    pid.ts.replace(/\D/g, ''),
    count('FMR'),
    count('FIR'),
    count('IIR'),
    count('FID'),
    '2.5',
    sha256('SANDBOXASA'),
    sha256(auth.ac),
    sha256(auth.sa),
    'NA',
    ...Array.from({ length: 9 }, () => 'NA'), // demographic matches
    'registered',
    auth.meta.rdsId,
    auth.meta.rdsVer,
    auth.meta.dpId,
    auth.meta.mi,
    device?.level ?? 'NA',
    pid.wadh || 'NA',
  ]
  return `04{${fields.join(',')}}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
