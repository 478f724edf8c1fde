import { createHash, verify, X509Certificate } from 'node:crypto'

import { deviceRegistry, type RegisteredDevice } from '@ekyc/rd-simulator/registry'

import type { Bio, Pid } from './open-pid.ts'
import type { Meta } from './read-auth.ts'
import { authenticationRefusal } from './refusal.ts'

/** The certificates to which a device's certificate must chain: the provider's, and the authority's root. */
type DeviceChain = { root: X509Certificate; provider: X509Certificate }

/**
 * Checks the device of a capture: its registered identity, the chain and validity of its certificate, the hash that
 * ties the PID block to the device, and its signature on every record. Throws the code of the first failed check.
 */
export function checkDevice(meta: Meta, pid: Pid, chain: DeviceChain, now: Date): RegisteredDevice {
  const device = registered(meta)
  const certificate = certified(meta.mc, chain, now)
  if (pid.dih !== identityHash(meta, device)) throw authenticationRefusal('558')
  for (const bio of pid.bios) {
    if (!signedBy(certificate, bio, pid.ts, meta.dc)) throw authenticationRefusal('822')
  }
  return device
}

function registered(meta: Meta): RegisteredDevice {
  const ofProvider = Object.values<RegisteredDevice>(deviceRegistry).filter(one => one.dpId === meta.dpId)
  if (ofProvider.length === 0) throw authenticationRefusal('557')
  const device = ofProvider.find(one => one.rdsId === meta.rdsId)
  if (!device) throw authenticationRefusal('555')
  if (!device.rdsVers.includes(meta.rdsVer)) throw authenticationRefusal('556')
  if (device.mi !== meta.mi) throw authenticationRefusal('524')
  if (device.dc !== meta.dc) throw authenticationRefusal('521')
  return device
}

function certified(mc: string, { root, provider }: DeviceChain, now: Date): X509Certificate {
  const certificate = readCertificate(mc)
  const chained =
    certificate.checkIssued(provider) &&
    certificate.verify(provider.publicKey) &&
    provider.checkIssued(root) &&
    provider.verify(root.publicKey)
  if (!chained || certificate.publicKey.asymmetricKeyType !== 'rsa') throw authenticationRefusal('527')
  if (!isValid(provider, now)) throw authenticationRefusal('560')
  if (!isValid(certificate, now)) throw authenticationRefusal('559')
  return certificate
}

function readCertificate(mc: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(mc, 'base64'))
  } catch {
    throw authenticationRefusal('527')
  }
}

function isValid(certificate: X509Certificate, now: Date): boolean {
  return new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
}

/** Computes dih from the identity in `meta` and the serial number, which only device and authority know. */
function identityHash(meta: Meta, device: RegisteredDevice): string {
  const idHash = createHash('sha256').update(device.serialNumber).digest('hex').toUpperCase()
  const parts = [meta.dpId, meta.rdsId, meta.rdsVer, meta.dc, meta.mi, idHash]
  return createHash('sha256').update(parts.join('')).digest('base64')
}

function signedBy(certificate: X509Certificate, bio: Bio, ts: string, dc: string): boolean {
  const signed = Buffer.concat([
    createHash('sha256').update(bio.record).digest(),
    Buffer.from(ts + dc, 'ascii'),
  ])
  return verify('sha256', signed, certificate.publicKey, Buffer.from(bio.signature, 'base64'))
}
