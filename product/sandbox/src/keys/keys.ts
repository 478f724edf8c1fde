import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { keyIdOf, type DeviceKeys } from '@ekyc/rd-simulator'
import { makeKeyAndCertificate, type KeyAndCertificate } from '@ekyc/rd-simulator/certificate'

/** All key pairs of the sandbox, by holder. */
export type SandboxKeys = DeviceKeys & {
  /** Signs KycRes and AuthRes. */
  authoritySigning: KeyAndCertificate
  /** Signs the Auth XML; its subject's O is the agency's name. */
  aua: KeyAndCertificate
  /** The authority encrypts KycRes to this key. */
  kua: KeyAndCertificate
  /** The root of the registered devices, which signs the device provider's certificate. */
  deviceRoot: KeyAndCertificate
  /** The path of a key or certificate, for settings that name a file. */
  fileOf(holder: Holder, part: 'key' | 'certificate'): string
}

/** The organisation that the agency's certificate must name, or the authority refuses its signature. */
export const auaOrganisation = 'Demo Partner Bank (sandbox)'

/** Makes the keys at the first start and reads them later. Two starts at once get the same keys. */
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

/** Writes all keys or none, into a draft folder that it renames when it is complete. */
async function makeAll(folder: string, keysFolder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const newKeys = await generateAll()
  const draft = await mkdtemp(join(folder, 'keys-draft-'))
  try {
    for (const [name, pair] of Object.entries(newKeys)) await write(draft, name, pair)
    await rename(draft, keysFolder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another start made the keys first.
    if (!existsSync(keysFolder)) throw error
  }
}

/** Makes the keys in parallel: finding primes takes most of a first start. */
async function generateAll(): Promise<Record<Holder, KeyAndCertificate>> {
  const [root, authorityEncryption, authoritySigning, aua, kua] = await Promise.all([
    rootAndProvider(),
    make(subjects.authorityEncryption),
    make(subjects.authoritySigning),
    make(subjects.aua),
    make(subjects.kua),
  ])
  return { ...root, authorityEncryption, authoritySigning, aua, kua }
}

async function rootAndProvider(): Promise<Record<'deviceRoot' | 'deviceProvider', KeyAndCertificate>> {
  const deviceRoot = await make(subjects.deviceRoot, { authority: true })
  const deviceProvider = await make(subjects.deviceProvider, { authority: true, issuer: deviceRoot })
  return { deviceRoot, deviceProvider }
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
    // The hour is late in the GMT day, when India already has the next day, so that tests detect a `ci` in India time.
    notAfter: new Date(
      Date.UTC(now.getUTCFullYear() + lifeYears, now.getUTCMonth(), now.getUTCDate(), 23, 30),
    ),
  })
}

async function write(folder: string, name: string, pair: KeyAndCertificate): Promise<void> {
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' })
  await writeFile(join(folder, `${name}.key.pem`), pem, { mode: 0o600 })
  await writeFile(join(folder, `${name}.certificate.pem`), pair.certificate.toString(), { mode: 0o600 })
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
