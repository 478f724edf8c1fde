import { X509Certificate } from 'node:crypto'

import type { Config } from './config.ts'

/** The setting that holds it, and when it ends. */
export type CertificateEnd = { certificate: string; end: Date }

/**
 * When the certificates and keys of the settings end, by their settings' names; a name comes as often as the setting
 * holds one. What cannot be read is left out: the settings' own check tells it.
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

export type CertificateSettings = Pick<Config, 'authority' | 'captureRules' | 'kuaCertificates'>

/** Of several under one name the one that ends last: while one is good, KYC goes on. */
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

/** `ci` is the day, in GMT, on which the certificate ends; the hour is not told. */
function endOfKeyId(day: string): Date {
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}

function ended(certificate: string, end: Date): CertificateEnd[] {
  return Number.isNaN(end.getTime()) ? [] : [{ certificate, end }]
}
