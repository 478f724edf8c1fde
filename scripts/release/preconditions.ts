import { createPrivateKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

import { run } from '../run.ts'

const leastModulusBits = 3072

/** Returns the reasons, one sentence each, why the checkout in this folder cannot be released, and the release key. */
export async function problemsBeforeRelease(
  folder: string,
  keyFile: string | undefined,
): Promise<{ problems: string[]; key: KeyObject | undefined }> {
  const { key, problem } = readKey(folder, keyFile)
  const { code, stdout } = await run('git', ['-C', folder, 'status', '--porcelain'], { quiet: true })
  const dirty = stdout.split('\n').filter(Boolean)
  const tree =
    code !== 0
      ? 'This folder is no git checkout: a release is made from one.'
      : dirty.length > 0
        ? `The tree is not clean: commit or remove ${dirty.map(line => line.slice(3)).join(', ')}.`
        : undefined
  return { key, problems: [tree, changelogProblem(folder), problem].filter(one => one !== undefined) }
}

/** Returns the notes of a version in CHANGELOG.md, or undefined if the version has no notes with a date. */
export function notesOf(folder: string, version: string): string | undefined {
  const file = join(folder, 'CHANGELOG.md')
  const [, ...parts] = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^## /m)
  return parts.find(part => part.startsWith(`${version} - `) && /^\S+ - \d{4}-\d\d-\d\d\n/.test(part))
}

function changelogProblem(folder: string): string | undefined {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return notesOf(folder, version) === undefined
    ? `CHANGELOG.md has no '## ${version} - YYYY-MM-DD': close it, or set another version.`
    : undefined
}

function readKey(folder: string, file: string | undefined): { key?: KeyObject; problem?: string } {
  const wanted = `RSA of ${leastModulusBits} bits or more, or elliptic, as PEM without a passphrase`
  if (!file)
    return { problem: `RELEASE_KEY_FILE is not set: it names the private key that signs (${wanted}).` }
  if (!existsSync(file)) return { problem: 'RELEASE_KEY_FILE names a file that does not exist.' }
  if (realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`))
    return { problem: 'RELEASE_KEY_FILE lies inside the checkout: keep the key elsewhere.' }
  try {
    const key = createPrivateKey(readFileSync(file))
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'ec' || modulusLength >= leastModulusBits) return { key }
  } catch {
    // The sentence below also covers a file that contains no key.
  }
  return { problem: `RELEASE_KEY_FILE holds no key that can sign a release (${wanted}).` }
}
