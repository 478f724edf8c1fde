import { createHash } from 'node:crypto'

import { matchScore, matchThreshold } from '@ekyc/rd-simulator/fingers/match'
import { fingerTemplate, readTemplate, type Minutia } from '@ekyc/rd-simulator/fingers/template'

import type { SandboxKeys } from '../keys/keys.ts'
import { personById, isVerhoeff, type Person } from '../people/people.ts'
import { checkSender, type Address, type Agency } from './agency.ts'
import { checkDevice } from './check-device.ts'
import { openPid, readPid, type Bio, type Pid } from './open-pid.ts'
import { checkKyc, checkAuth, type Kyc, type Auth } from './read-auth.ts'
import { kycRefusal, authenticationRefusal } from './refusal.ts'
import type { Known } from './write-answer.ts'
import { readPidTimestamp } from './xml.ts'

/**
 * Runs the authority's checks on a signed request of a known agency and throws the first Refusal. `known` collects the
 * parts that were read, because the answer describes them.
 */
export function examine(
  asked: { kyc: Kyc; known: Known; address: Address },
  authority: {
    keys: SandboxKeys
    agency: Agency
    checkFreshness: ReturnType<typeof createFreshness>
    now: Date
  },
): Person {
  const { kyc, known, address } = asked
  const { keys, now } = authority
  checkKyc(kyc)
  checkAuth(known.auth)
  checkSender(authority.agency, address, known.auth)
  const { xml, clearTs } = openPid(known.auth, {
    keyId: keys.authorityKeyId,
    privateKey: keys.authorityEncryption.privateKey,
  })
  const pid = readPid(xml, clearTs)
  known.pid = pid
  authority.checkFreshness(pid.ts, known.auth, now.getTime())
  if (pid.wadh !== wadhOf(kyc)) throw kycRefusal('K-547')
  const chain = { root: keys.deviceRoot.certificate, provider: keys.deviceProvider.certificate }
  known.device = checkDevice(known.auth.meta, pid, chain, now)
  checkBioTypes(known.auth.uses.bt.split(','), pid, kyc.ra)
  const person = personOf(known.auth.uid)
  checkBiometrics(person, pid)
  return person
}

/** Computes wadh by the formula of real clients, which differs from the standard's text (rd-service.md section 2.3). */
function wadhOf(kyc: Kyc): string {
  return createHash('sha256')
    .update(kyc.ver + kyc.ra + kyc.rc + kyc.lr + kyc.de + kyc.pfr)
    .digest('base64')
}

/** Makes the check that refuses a PID block that is too old (561), from the future (562) or a replay (563). */
export function createFreshness() {
  const seen = new Map<string, number>()
  return (ts: string, { skey, hmac }: Pick<Auth, 'skey' | 'hmac'>, now: number): void => {
    const takenAt = readPidTimestamp(ts)
    if (!takenAt) throw authenticationRefusal('511')
    const age = now - takenAt.getTime()
    if (age > oldestMs) throw authenticationRefusal('561')
    if (age < -aheadMs) throw authenticationRefusal('562')
    for (const [print, until] of seen) if (until <= now) seen.delete(print)
    const print = createHash('sha256')
      .update(skey ?? '')
      .update(hmac ?? '')
      .digest('base64')
    if (seen.has(print)) throw authenticationRefusal('563')
    seen.set(print, now + oldestMs + aheadMs)
  }
}

const oldestMs = 24 * 3_600_000
const aheadMs = 2 * 60_000

/** Finds the person by id number. The sandbox refuses virtual ids (16 digits) and UID tokens (72 characters). */
function personOf(uid: string): Person {
  if (/^\d{16}$/.test(uid)) throw authenticationRefusal('515')
  if (/^.{72}$/.test(uid)) throw authenticationRefusal('514')
  const person = isVerhoeff(uid) ? personById(uid) : undefined
  if (!person) throw authenticationRefusal('998', 'A201')
  return person
}

/** Checks that the biometric types in the PID block are those of the request, and that the e-KYC's `ra` allows them. */
function checkBioTypes(announced: readonly string[], pid: Pid, ra: string): void {
  const came = new Set(pid.bios.map(bio => bio.type))
  if (announced.some(type => !came.has(type))) throw authenticationRefusal('810')
  if ([...came].some(type => !announced.includes(type))) throw authenticationRefusal('821')
  const isFinger = came.has('FMR') || came.has('FIR')
  if (isFinger !== ra.includes('F')) throw kycRefusal('K-544')
}

/** Throws 330 for locked biometrics, 800 for an unreadable or absent record, and 300 if no finger matches. */
function checkBiometrics(person: Person, pid: Pid): void {
  if (person.biometricsLocked) throw authenticationRefusal('330')
  const templates = pid.bios.filter(bio => bio.type === 'FMR').map(minutiaeIn)
  // The sandbox does not extract minutiae from images, so an image alone cannot match.
  if (templates.length === 0) throw authenticationRefusal('800')
  const enrolled = readTemplate(fingerTemplate(person.enrolledFinger))
  if (!templates.some(template => matchScore(template, enrolled) >= matchThreshold))
    throw authenticationRefusal('300')
}

function minutiaeIn(bio: Bio): Minutia[] {
  try {
    return readTemplate(bio.record)
  } catch {
    throw authenticationRefusal('800')
  }
}
