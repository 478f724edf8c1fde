import { indiaDate } from '@ekyc/contract/india-time'

import { lastEnds, type CertificateEnd } from '../config/certificate-ends.ts'
import { dayMs } from '../domain/durations.ts'
import { good, problem, warning, type Finding } from './finding.ts'

const soonDays = 30

/** Checks the expiry of certificates. Of several certificates with one name, only the last to expire must be valid. */
export function examineEnds(ends: CertificateEnd[], now: Date): Finding[] {
  const last = lastEnds(ends)
  return ends.map(({ certificate, end }) => {
    const days = Math.floor((end.getTime() - now.getTime()) / dayMs)
    const day = indiaDate(end)
    const isLast = last.some(one => one.certificate === certificate && one.end.getTime() === end.getTime())
    if (!isLast) return good(certificate, days < 0 ? `one ended on ${day} and may go` : `one ends on ${day}`)
    if (end <= now) return problem(certificate, `ended on ${day}`)
    if (days < soonDays) return warning(certificate, `ends on ${day}, in ${days} days`)
    return good(certificate, `ends on ${day}, in ${days} days`)
  })
}
