import { X509Certificate } from 'node:crypto'

import type { ServerConfig } from './read-config.ts'

export type CertificateExpiry = { certificate: string; end: Date }

export function certificateExpiries({
  authority,
  captureRules,
  kuaCertificates,
}: Pick<ServerConfig, 'authority' | 'captureRules' | 'kuaCertificates'>): CertificateExpiry[] {
  const endsOf = (certificate: string, pems: readonly string[]) =>
    pems.filter(Boolean).map(pem => ({ certificate, end: new Date(new X509Certificate(pem).validTo) }))
  return [
    ...endsOf('AUA_SIGNING_CERTIFICATE', [authority.signingCertificate]),
    ...endsOf('KUA_CERTIFICATE', kuaCertificates),
    ...endsOf('AUTHORITY_SIGNING_CERTIFICATE', authority.authorityCertificates),
    // A key id is the GMT day on which the key's certificate expires.
    ...captureRules.keyIds.map(day => ({
      certificate: 'AUTHORITY_KEY_IDS',
      end: new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`),
    })),
  ]
}

/** KYC works while one certificate of the setting is valid. */
export function latestExpiries(ends: CertificateExpiry[]): CertificateExpiry[] {
  const last = new Map<string, Date>()
  for (const { certificate, end } of ends)
    if (end > (last.get(certificate) ?? new Date(0))) last.set(certificate, end)
  return [...last].map(([certificate, end]) => ({ certificate, end }))
}
