import { makeKeyAndCertificate, type KeyAndCertificate } from './certificate.ts'

/** The keys that devices use. */
export type DeviceKeys = {
  /** Devices encrypt Skey under this certificate; only the holder of its key opens a capture. */
  authorityEncryption: KeyAndCertificate
  /** The `ci` of that certificate: its notAfter as YYYYMMDD in GMT (rd-service.md 2.4). */
  authorityKeyId: string
  /** Signs the devices' certificates. */
  deviceProvider: KeyAndCertificate
}

/** Makes the keys of a simulator without an authority. */
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
