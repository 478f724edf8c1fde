import { makeKeyAndCertificate, type KeyAndCertificate } from './certificate.ts'

/** The keys and certificates that simulated devices need. */
export type DeviceKeys = {
  /** The certificate with which devices encrypt Skey. Only the holder of its private key can decrypt a capture. */
  authorityEncryption: KeyAndCertificate
  /** The `ci` of the certificate authorityEncryption: its notAfter as YYYYMMDD in GMT (rd-service.md 2.4). */
  authorityKeyId: string
  /** The key that signs the devices' certificates, with its own certificate. */
  deviceProvider: KeyAndCertificate
}

/** Makes the keys for a simulator that runs without the sandbox's authority. */
export async function makeDeviceKeys(now: Date): Promise<DeviceKeys> {
  const year = 365 * 86_400_000
  const valid = { notBefore: new Date(now.getTime() - year / 365), notAfter: new Date(now.getTime() + year) }
  const [authorityEncryption, deviceProvider] = await Promise.all([
    makeKeyAndCertificate({ subject: 'CN=Simulated authority, C=IN', authority: false, ...valid }),
    makeKeyAndCertificate({ subject: 'CN=Simulated device provider, C=IN', authority: true, ...valid }),
  ])
  return { authorityEncryption, authorityKeyId: keyIdOf(authorityEncryption), deviceProvider }
}

export function keyIdOf({ certificate }: KeyAndCertificate): string {
  return new Date(certificate.validTo).toISOString().slice(0, 10).replaceAll('-', '')
}
