import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { demands, type Demand } from './demands.ts'
import type { Judgement, Verdict } from './judgement.ts'
import type { Observation } from './observe.ts'
import { deviceIn } from './reading.ts'

/** A report without any capture, serial number, device code or certificate of the device. */
export type Report = {
  format: 'rd-conformance/1'
  at: string
  service: { scheme: string; host: string; port: number; pageOrigin: string } & Partial<
    Record<'dpId' | 'rdsId' | 'rdsVer' | 'mi', string>
  >
  counts: Record<Verdict, number>
  results: (Omit<Demand, 'judge'> & Judgement)[]
}

export type SignedReport = Report & {
  signature: { algorithm: 'Ed25519'; publicKey: string; value: string }
}

export function reportOn(seen: Observation): Report {
  const device = deviceIn(seen)
  const hide = hiding([
    device?.serialNumber,
    device?.dc,
    device?.mc,
    ...(device?.params ?? []).map(({ value }) => value),
  ])
  const results = demands.map(({ judge, ...demand }) => {
    const { verdict, found, remedy = demand.remedy } = judge(seen)
    return { ...demand, verdict, found: hide(found), remedy }
  })
  const counts = { met: 0, differs: 0, missed: 0, untested: 0 }
  for (const { verdict } of results) counts[verdict] += 1
  const { scheme, host, port } = seen.target
  return {
    format: 'rd-conformance/1',
    at: seen.now.toISOString(),
    service: {
      scheme,
      host,
      port,
      pageOrigin: seen.pageOrigin,
      ...(device && { dpId: device.dpId, rdsId: device.rdsId, rdsVer: device.rdsVer, mi: hide(device.mi) }),
    },
    counts,
    results,
  }
}

/** Returns a function that blanks these texts: a vendor's words may repeat a serial number. */
function hiding(secrets: readonly (string | undefined)[]): (text: string) => string {
  const long = secrets.filter(secret => secret !== undefined && secret.length >= 4)
  return text => long.reduce((shown: string, secret = '') => shown.replaceAll(secret, '…'), text)
}

/** Reads the key of a file; makes both at the first run. */
export function signingKey(file: string): KeyObject {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  return createPrivateKey(readFileSync(file))
}

export function signed(report: Report, key: KeyObject): SignedReport {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  const value = sign(null, bytesOf(report), key).toString('base64')
  return { ...report, signature: { algorithm: 'Ed25519', publicKey, value } }
}

/** Tells whether a report is as it was signed. Whose the public key is, its reader must know from elsewhere. */
export function isIntact({ signature, ...report }: SignedReport): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(signature.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, bytesOf(report), key, Buffer.from(signature.value, 'base64'))
  } catch {
    return false
  }
}

/** The signature is over the compact JSON, so that a file may be indented. */
function bytesOf(report: Report): Buffer {
  return Buffer.from(JSON.stringify(report))
}
