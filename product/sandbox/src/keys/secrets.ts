import { randomBytes } from 'node:crypto'
import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readJson } from '../http/route.ts'

/** The secrets that sandbox and server share, and the secrets of a demo's server. They are made once and then kept. */
export type Secrets = Record<keyof typeof makers, string>

export async function sandboxSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json')
  const storedSecrets = await read(file)
  if (isComplete(storedSecrets)) return storedSecrets
  await write(folder, file)
  const written = await read(file)
  if (!isComplete(written)) throw new Error(`${file} is not what the sandbox wrote there`)
  return written
}

const makers = {
  licenceKey: () => randomBytes(24).toString('base64url'),
  // The key contains characters that a URL must encode, as real keys do.
  asaLicenceKey: () => `asa/${randomBytes(24).toString('base64')}`,
  bankSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  smsKey: () => randomBytes(32).toString('base64url'),
  pepper: () => randomBytes(32).toString('base64'),
  outboxKey: () => randomBytes(32).toString('base64'),
  auditKey: () => randomBytes(32).toString('base64'),
  consoleSecret: () => randomBytes(32).toString('base64url'),
}

async function read(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    return readJson(await readFile(file)) ?? {}
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isComplete(kept: Record<string, unknown> | undefined): kept is Secrets {
  return kept !== undefined && Object.keys(makers).every(name => typeof kept[name] === 'string')
}

/** Writes fresh secrets, unless another start has written its own first. */
async function write(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draftFolder = await mkdtemp(join(folder, 'secrets-draft-'))
  const draft = join(draftFolder, 'secrets.json')
  const secrets = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]))
  try {
    await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draftFolder, { recursive: true, force: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
