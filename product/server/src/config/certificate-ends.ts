import { X509Certificate } from 'node:crypto'

import type { Config } from './config.ts'

export type CertificateEnd = { certificate: string; end: Date }

/**
 * Lists the expiry of the portal's and the authority's certificates and of the authority's keys, each under the name of
 * its setting. Skips unreadable values, which the check of the settings reports.
 */
export function certificateEnds({
  authority,
  captureRules,
  kuaCertificates,
}: CertificateSettings): CertificateEnd[] {
  return [
    ...endsOf('AUA_SIGNING_CERTIFICATE', [authority.signingCertificate]),
    ...endsOf('KUA_CERTIFICATE', kuaCertificates),
    ...endsOf('AUTHORITY_SIGNING_CERTIFICATE', authority.authorityCertificates),
    ...captureRules.keyIds.flatMap(day => ended('AUTHORITY_KEY_IDS', endOfKeyId(day))),
  ]
}

type CertificateSettings = Pick<Config, 'authority' | 'captureRules' | 'kuaCertificates'>

/** Returns the latest expiry of each setting, because KYC works while one certificate of the setting is valid. */
export function lastEnds(ends: CertificateEnd[]): CertificateEnd[] {
  const last = new Map<string, Date>()
  for (const { certificate, end } of ends)
    if (end > (last.get(certificate) ?? new Date(0))) last.set(certificate, end)
  return [...last].map(([certificate, end]) => ({ certificate, end }))
}

function endsOf(certificate: string, pems: readonly string[]): CertificateEnd[] {
  return pems.flatMap(pem => {
    try {
      return ended(certificate, new Date(new X509Certificate(pem).validTo))
    } catch {
      return []
    }
  })
}

/** Returns the start of the day in a key id (`ci`), which is the GMT day on which the key's certificate expires. */
function endOfKeyId(day: string): Date {
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}

function ended(certificate: string, end: Date): CertificateEnd[] {
  return Number.isNaN(end.getTime()) ? [] : [{ certificate, end }]
}
