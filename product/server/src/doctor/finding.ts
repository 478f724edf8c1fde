import { indiaDate } from '@ekyc/contract/india-time'

import { latestExpiries, type CertificateExpiry } from '../config/certificate-expiry.ts'
import { dayMs } from '../domain/clocks.ts'

/** A problem prevents KYC or the start of the server. A warning may become a problem, or recommends a change. */
export type Finding = { what: string; state: 'good' | 'warning' | 'problem'; says: string }

const findingOf =
  (state: Finding['state']) =>
  (what: string, says: string): Finding => ({ what, state, says })

export const good = findingOf('good')
export const warning = findingOf('warning')
export const problem = findingOf('problem')

/** The error's own message is left out, because it could reveal the address. */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason is known'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return tooSlow
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const words = sentences.find(([codes]) => codes.test(code ?? error.message))?.[1]
  if (words !== undefined) return code === undefined ? words : `${words} (${code})`
  return code ?? error.name
}

const tooSlow = 'no answer came in time: a firewall may drop the packets'

const sentences: [codes: RegExp, words: string][] = [
  [/^ENOTFOUND$/, 'no name server knows its host name'],
  [/^EAI_/, 'the name server of this computer does not answer'],
  [/^ECONNREFUSED$/, 'nothing listens at its address and port'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the other side closed the connection'],
  [/^(?:ETIMEDOUT|ESOCKETTIMEDOUT)$|timeout/i, tooSlow],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'no way leads to its network'],
  [
    /SELF_SIGNED|^UNABLE_TO_/,
    "its certificate is of no authority that this computer trusts: NODE_EXTRA_CA_CERTS names the bank's own",
  ],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet, or this clock is slow'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name'],
  [/^(?:EPROTO|ERR_SSL_)/, 'it does not speak TLS at this port'],
  [/^HPE_/, 'it does not speak HTTP at this port'],
  [/does not support SSL/, 'it offers no TLS'],
  [/takes no writes/, 'none of its hosts takes writes'],
  [/^28P01$/, 'the password is wrong'],
  [/^28000$/, 'it does not let this role in from here (pg_hba.conf)'],
  [/^3D000$/, 'it has no database of this name'],
  [/^53300$/, 'all its connections are taken'],
  [/^57P03$/, 'it is starting or stopping'],
]

const soonDays = 30

/** Of several certificates with one name, only the last to expire must be valid. */
export function examineExpiries(ends: CertificateExpiry[], now: Date): Finding[] {
  const last = latestExpiries(ends)
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
