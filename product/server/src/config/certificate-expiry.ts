import { X509Certificate } from 'node:crypto'

import type { ServerConfig } from './config.ts'

export type CertificateExpiry = { certificate: string; end: Date }

export function certificateExpiries({
  authority,
  captureRules,
  kuaCertificates,
}: CertificateSettings): CertificateExpiry[] {
  return [
    ...expiriesOf('AUA_SIGNING_CERTIFICATE', [authority.signingCertificate]),
    ...expiriesOf('KUA_CERTIFICATE', kuaCertificates),
    ...expiriesOf('AUTHORITY_SIGNING_CERTIFICATE', authority.authorityCertificates),
    ...captureRules.keyIds.flatMap(day => validExpiry('AUTHORITY_KEY_IDS', expiryOfKeyId(day))),
  ]
}

type CertificateSettings = Pick<ServerConfig, 'authority' | 'captureRules' | 'kuaCertificates'>

/** KYC works while one certificate of the setting is valid. */
export function latestExpiries(ends: CertificateExpiry[]): CertificateExpiry[] {
  const last = new Map<string, Date>()
  for (const { certificate, end } of ends)
    if (end > (last.get(certificate) ?? new Date(0))) last.set(certificate, end)
  return [...last].map(([certificate, end]) => ({ certificate, end }))
}

function expiriesOf(certificate: string, pems: readonly string[]): CertificateExpiry[] {
  return pems.flatMap(pem => {
    try {
      return validExpiry(certificate, new Date(new X509Certificate(pem).validTo))
    } catch {
      return []
    }
  })
}

/** The `ci` is the GMT day on which the key's certificate expires. */
function expiryOfKeyId(day: string): Date {
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
}

function validExpiry(certificate: string, end: Date): CertificateExpiry[] {
  return Number.isNaN(end.getTime()) ? [] : [{ certificate, end }]
}
