import { matchScore, matchThreshold } from '../fingers/match.ts'
import { fingerTemplate, readTemplate, type Minutia } from '../fingers/template.ts'
import { personById, type Person } from '../people/people.ts'
import { isVerhoeff } from '../people/verhoeff.ts'
import type { Bio, Pid } from './read-pid.ts'
import { authenticationRefusal, kycRefusal } from './refusal.ts'

/** The person whose number this is. A virtual id (16 digits) or UID token names nobody here. */
export function personOf(uid: string): Person {
  if (/^\d{16}$/.test(uid)) throw authenticationRefusal('515')
  if (/^.{72}$/.test(uid)) throw authenticationRefusal('514')
  const person = isVerhoeff(uid) ? personById(uid) : undefined
  if (!person) throw authenticationRefusal('998', 'A201')
  return person
}

/** The kinds of record that the request announced are the kinds that came, and fit what the e-KYC was asked by. */
export function checkBioTypes(announced: readonly string[], pid: Pid, ra: string): void {
  const came = new Set(pid.bios.map(bio => bio.type))
  if (announced.some(type => !came.has(type))) throw authenticationRefusal('810')
  if ([...came].some(type => !announced.includes(type))) throw authenticationRefusal('821')
  const isFinger = came.has('FMR') || came.has('FIR')
  if (isFinger !== ra.includes('F')) throw kycRefusal('K-544')
}

/** Throws 330 for locked biometrics, 300 when no template that came is of the enrolled finger. */
export function checkFinger(person: Person, pid: Pid): void {
  if (person.biometricsLocked) throw authenticationRefusal('330')
  const templates = pid.bios.filter(bio => bio.type === 'FMR').map(minutiaeIn)
  // An image alone cannot be matched here: nobody reads minutiae out of pictures in this sandbox.
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
