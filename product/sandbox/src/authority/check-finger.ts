import { matchScore, matchThreshold } from '@ekyc/rd-simulator/fingers/match'
import { fingerTemplate, readTemplate, type Minutia } from '@ekyc/rd-simulator/fingers/template'

import { personById, type Person } from '../people/people.ts'
import { isVerhoeff } from '../people/verhoeff.ts'
import type { Bio, Pid } from './read-pid.ts'
import { authenticationRefusal, kycRefusal } from './refusal.ts'

/** Finds the person by id number. The sandbox refuses virtual ids (16 digits) and UID tokens (72 characters). */
export function personOf(uid: string): Person {
  if (/^\d{16}$/.test(uid)) throw authenticationRefusal('515')
  if (/^.{72}$/.test(uid)) throw authenticationRefusal('514')
  const person = isVerhoeff(uid) ? personById(uid) : undefined
  if (!person) throw authenticationRefusal('998', 'A201')
  return person
}

/** Checks that the biometric types in the PID block are those of the request, and that the e-KYC's `ra` allows them. */
export function checkBioTypes(announced: readonly string[], pid: Pid, ra: string): void {
  const came = new Set(pid.bios.map(bio => bio.type))
  if (announced.some(type => !came.has(type))) throw authenticationRefusal('810')
  if ([...came].some(type => !announced.includes(type))) throw authenticationRefusal('821')
  const isFinger = came.has('FMR') || came.has('FIR')
  if (isFinger !== ra.includes('F')) throw kycRefusal('K-544')
}

/** Throws 330 for locked biometrics, 800 for an unreadable or absent record, and 300 if no finger matches. */
export function checkBiometrics(person: Person, pid: Pid): void {
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
