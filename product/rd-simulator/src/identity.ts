import { createHash, type KeyObject } from 'node:crypto'

import { makeKeyAndCertificate } from './certificate.ts'
import type { DeviceKeys } from './device-keys.ts'
import { deviceRegistry, type RegisteredDevice, type Vendor } from './registry.ts'

/** A registered device and the key with which it signs captures. The device's provider has certified this key. */
export type Identity = {
  device: RegisteredDevice
  rdsVer: string
  /** The device's certificate: DER in base64. */
  mc: string
  privateKey: KeyObject
}

type Certificate = keyof typeof endsInDays

export type Identities = (vendor: Vendor, certificate: Certificate) => Promise<Identity>

/** Returns a function that makes a device's key once for each kind of certificate. Real devices rotate keys monthly. */
export function createIdentities(options: {
  provider: DeviceKeys['deviceProvider']
  now: () => Date
}): Identities {
  const identities = new Map<string, Promise<Identity>>()
  return (vendor, certificate) => {
    const name = `${vendor} ${certificate}`
    const cachedIdentity = identities.get(name)
    if (cachedIdentity) return cachedIdentity
    const valid = validity(certificate, options.now())
    const identity = makeIdentity(deviceRegistry[vendor], options.provider, valid)
    identities.set(name, identity)
    identity.catch(() => identities.delete(name))
    return identity
  }
}

/** Computes dih: the base64 SHA-256 hash of the device's identity and its serial number's hash (rd-service.md 2.4). */
export function dihOf({ device, rdsVer }: Pick<Identity, 'device' | 'rdsVer'>): string {
  const idHash = createHash('sha256').update(device.serialNumber).digest('hex').toUpperCase()
  const text = device.dpId + device.rdsId + rdsVer + device.dc + device.mi + idHash
  return createHash('sha256').update(text).digest('base64')
}

const day = 86_400_000
const endsInDays = { valid: 29, ending: 3, expired: -1 }

function validity(certificate: Certificate, now: Date): { notBefore: Date; notAfter: Date } {
  const end = endsInDays[certificate]
  return {
    notBefore: new Date(now.getTime() + (end - 30) * day),
    notAfter: new Date(now.getTime() + end * day),
  }
}

async function makeIdentity(
  device: RegisteredDevice,
  provider: DeviceKeys['deviceProvider'],
  valid: { notBefore: Date; notAfter: Date },
): Promise<Identity> {
  const { privateKey, certificate } = await makeKeyAndCertificate({
    subject: `CN=${device.mi} ${device.serialNumber}, OU=Sandbox simulator, O=${device.dpId}, C=IN`,
    issuer: provider,
    authority: false,
    ...valid,
  })
  return { device, rdsVer: device.rdsVers[0], mc: certificate.raw.toString('base64'), privateKey }
}
