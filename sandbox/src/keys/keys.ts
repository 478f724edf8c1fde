import { createPrivateKey, X509Certificate } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeKeyAndCertificate, type KeyAndCertificate } from './certificate.ts'

/** Every key pair of the world outside, one holder a name. */
export type SandboxKeys = {
  /** The authority's encryption key: devices encrypt Skey under its certificate. */
  authorityEncryption: KeyAndCertificate
  /** What `ci` says of that certificate: its notAfter as YYYYMMDD, in GMT (rd-service.md 2.4). */
  authorityKeyId: string
  /** Signs KycRes and AuthRes. */
  authoritySigning: KeyAndCertificate
  /** Signs the Auth XML; its subject's O is the agency's name. */
  aua: KeyAndCertificate
  /** KycRes is encrypted to it. */
  kua: KeyAndCertificate
  /** Root of the registered devices, and the device provider under it, who signs the device's own certificate. */
  deviceRoot: KeyAndCertificate
  deviceProvider: KeyAndCertificate
  /** Where the pair of that name lies, for settings that name a file. */
  fileOf(holder: Holder, part: 'key' | 'certificate'): string
}

/** The organisation that the agency's certificate must name for the authority to take its signature. */
export const auaOrganisation = 'Demo Partner Bank (sandbox)'

/** Makes the keys at the first start and reads them ever after. Two starts at once end up with the same keys. */
export async function sandboxKeys(folder: string): Promise<SandboxKeys> {
  const keysFolder = join(folder, 'keys')
  if (!(await exists(keysFolder))) await makeAll(folder, keysFolder)
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

/** All or nothing: written into a folder of its own that takes its name when it is complete. */
async function makeAll(folder: string, keysFolder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made = await generateAll()
  const draft = await mkdtemp(join(folder, 'keys-draft-'))
  try {
    for (const [name, pair] of Object.entries(made)) await write(draft, name, pair)
    await rename(draft, keysFolder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another start was quicker: its keys serve as well.
    if (!(await exists(keysFolder))) throw error
  }
}

/** At once, because finding primes is what a first start waits for. */
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
    // Late in the GMT day, when India already has the next one: who takes `ci` in India's time is found out.
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
  const read = async (holder: Holder): Promise<KeyAndCertificate> => ({
    privateKey: createPrivateKey(await readFile(fileOf(holder, 'key'))),
    certificate: new X509Certificate(await readFile(fileOf(holder, 'certificate'))),
  })
  const authorityEncryption = await read('authorityEncryption')
  return {
    authorityEncryption,
    authorityKeyId: keyIdOf(authorityEncryption.certificate),
    authoritySigning: await read('authoritySigning'),
    aua: await read('aua'),
    kua: await read('kua'),
    deviceRoot: await read('deviceRoot'),
    deviceProvider: await read('deviceProvider'),
    fileOf,
  }
}

function keyIdOf(certificate: X509Certificate): string {
  return new Date(certificate.validTo).toISOString().slice(0, 10).replaceAll('-', '')
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
