import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { keyIdOf, type DeviceKeys } from '@ekyc/rd-simulator'
import { makeKeyAndCertificate, type KeyAndCertificate } from '@ekyc/rd-simulator/certificate'

export type SandboxKeys = DeviceKeys & {
  /** The key with which the authority signs KycRes and AuthRes. */
  authoritySigning: KeyAndCertificate
  /** The key with which the agency signs the Auth XML. The O of its subject is the agency's name. */
  aua: KeyAndCertificate
  /** The agency's key pair, with whose public key the authority encrypts KycRes. */
  kua: KeyAndCertificate
  /** The root of the registered devices, which signs the device provider's certificate. */
  deviceRoot: KeyAndCertificate
  fileOf(holder: Holder, part: 'key' | 'certificate'): string
}

/** The organisation that the agency's certificate must name. Otherwise the authority refuses the agency's signature. */
export const auaOrganisation = 'Demo Partner Bank (sandbox)'

/** Makes the keys at the first start and reads them at later starts. Two starts at the same time get the same keys. */
export async function sandboxKeys(folder: string): Promise<SandboxKeys> {
  const keysFolder = join(folder, 'keys')
  if (!existsSync(keysFolder)) await makeAll(folder, keysFolder)
  return readAll(keysFolder)
}

const authorityName = 'Sandbox identity authority'

const subjects = {
  authorityEncryption: `CN=${authorityName} encryption, O=${authorityName}, C=IN`,
  authoritySigning: `CN=${authorityName} signing, O=${authorityName}, C=IN`,
  aua: `CN=Sandbox AUA signing, O=${auaOrganisation}, C=IN`,
  kua: `CN=Sandbox KUA, O=${auaOrganisation}, C=IN`,
  deviceRoot: `CN=Sandbox registered device root, O=${authorityName}, C=IN`,
  deviceProvider: 'CN=Sandbox device provider, O=Sandbox device provider, C=IN',
} as const

type Holder = keyof typeof subjects

const lifeYears = 10

/** Writes all keys or none: first into a draft folder, which is renamed when it is complete. */
async function makeAll(folder: string, keysFolder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const newKeys = await generateAll()
  const draft = await mkdtemp(join(folder, 'keys-draft-'))
  try {
    for (const [holder, { privateKey, certificate }] of newKeys) {
      const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
      await writeFile(join(draft, `${holder}.key.pem`), pem, { mode: 0o600 })
      await writeFile(join(draft, `${holder}.certificate.pem`), certificate.toString(), { mode: 0o600 })
    }
    await rename(draft, keysFolder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // If the folder exists now, another start has made the keys first.
    if (!existsSync(keysFolder)) throw error
  }
}

/** Makes the keys in parallel, because finding primes takes most of the time of a first start. */
function generateAll(): Promise<[Holder, KeyAndCertificate][]> {
  const { deviceRoot, deviceProvider, ...others } = subjects
  const root = make(deviceRoot, { authority: true })
  const pairs = {
    deviceRoot: root,
    deviceProvider: root.then(issuer => make(deviceProvider, { authority: true, issuer })),
    ...Object.fromEntries(Object.entries(others).map(([holder, subject]) => [holder, make(subject)])),
  }
  return Promise.all(
    Object.entries(pairs).map(async ([holder, pair]) => [holder as Holder, await pair] as const),
  )
}

function make(
  subject: string,
  options: { authority?: boolean; issuer?: KeyAndCertificate } = {},
): Promise<KeyAndCertificate> {
  const now = new Date()
  return makeKeyAndCertificate({
    subject,
    authority: options.authority === true,
    ...(options.issuer && { issuer: options.issuer }),
    notBefore: new Date(now.getTime() - 86_400_000),
    // At 23:30 GMT, India already has the next day. Therefore tests detect a `ci` with the date of India.
    notAfter: new Date(
      Date.UTC(now.getUTCFullYear() + lifeYears, now.getUTCMonth(), now.getUTCDate(), 23, 30),
    ),
  })
}

async function readAll(folder: string): Promise<SandboxKeys> {
  const fileOf = (holder: Holder, part: 'key' | 'certificate'): string =>
    join(folder, `${holder}.${part}.pem`)
  const readPair = async (holder: Holder): Promise<KeyAndCertificate> => ({
    privateKey: createPrivateKey(await readFile(fileOf(holder, 'key'))),
    certificate: new X509Certificate(await readFile(fileOf(holder, 'certificate'))),
  })
  const holders = Object.keys(subjects) as Holder[]
  const pairs = await Promise.all(holders.map(async holder => [holder, await readPair(holder)] as const))
  const keys = Object.fromEntries(pairs) as Record<Holder, KeyAndCertificate>
  return { ...keys, authorityKeyId: keyIdOf(keys.authorityEncryption), fileOf }
}
