// @module-tag process
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { problemsBeforeRelease } from './release.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-release-test-'))
afterAll(() => rmSync(folder, { recursive: true }))
const checkout = join(folder, 'checkout')
const run = (command: string, args: string[], cwd = folder) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: folder } })
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const keyFile = join(folder, 'release.key')
const pemOf = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

describe('a release is refused with one sentence for each lack', () => {
  beforeAll(() => {
    mkdirSync(checkout)
    write('checkout/package.json', '{"version": "2.0.0"}')
    run('git', ['init', '--quiet'], checkout)
    run('git', ['add', '.'], checkout)
    run('git', ['-c', 'user.name=n', '-c', 'user.email=e', 'commit', '--quiet', '-m', 'One'], checkout)
    writeFileSync(
      keyFile,
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
  })

  test('and a clean tree with a key lacks nothing', async () => {
    const { problems, key } = await problemsBeforeRelease(checkout, keyFile)
    expect(problems).toEqual([])
    expect(key?.type).toBe('private')
  })

  test.each<[what: string, key: () => string | undefined, problem: RegExp]>([
    ['no key', () => undefined, /^RELEASE_KEY_FILE is not set/],
    ['a missing key', () => join(folder, 'none'), /^RELEASE_KEY_FILE names a file that does not exist\.$/],
    ['no PEM', () => join(checkout, '../broken'), /^RELEASE_KEY_FILE holds no key that can sign a release/],
    ['a short key', () => join(folder, 'short'), /^RELEASE_KEY_FILE holds no key that can sign a release/],
    [
      'a key in the checkout',
      () => join(checkout, '.git/config'),
      /^RELEASE_KEY_FILE lies inside the checkout/,
    ],
  ])('%s', async (_what, key, problem) => {
    write('broken', 'PRIVATE')
    write('short', pemOf(2048))
    const { problems } = await problemsBeforeRelease(checkout, key())
    expect(problems).toEqual([expect.stringMatching(problem)])
    expect(problems.join('')).not.toContain('PRIVATE')
  })

  test('a changed tree, and a folder without history', async () => {
    write('checkout/new.txt', '')
    write('checkout/package.json', '{}')
    expect((await problemsBeforeRelease(checkout, keyFile)).problems).toEqual([
      'The tree is not clean: commit or remove package.json, new.txt.',
    ])
    rmSync(join(checkout, '.git'), { recursive: true })
    expect((await problemsBeforeRelease(checkout, keyFile)).problems[0]).toMatch(
      /^This folder is no git checkout/,
    )
  })
})

test('name-version.sh tells the version of an archive, also inside of another checkout, and else says what is missing', () => {
  const archive = join(folder, 'inside/archive')
  mkdirSync(join(archive, 'deploy'), { recursive: true })
  run('git', ['init', '--quiet'], join(folder, 'inside'))
  cpSync(inRoot('deploy/name-version.sh'), join(archive, 'deploy/name-version.sh'))
  const name = () => run('sh', [join(archive, 'deploy/name-version.sh')])
  expect(name()).toMatchObject({ status: 1, stdout: '' })
  expect(name().stderr).toMatch(/^This folder is neither a git checkout nor a release archive .*\n$/)
  writeFileSync(join(archive, '.env'), 'PORTAL_ADDRESS=a\nVERSION=\n')
  writeFileSync(join(archive, 'RELEASE'), 'VERSION=1.0.0-0123456789\nCOMMIT=0123456789abcdef\n')
  expect(name()).toMatchObject({ status: 0, stdout: 'VERSION=1.0.0-0123456789\n', stderr: '' })
  expect(readFileSync(join(archive, '.env'), 'utf8')).toBe(
    'PORTAL_ADDRESS=a\nVERSION=1.0.0-0123456789\nCOMMIT=0123456789abcdef\n',
  )
})

test('the image of an archive ends as that of a checkout does', () => {
  const endOf = (path: string) => readFileSync(inRoot(path), 'utf8').split('FROM programs AS compiled')[1]
  expect(endOf('deploy/archive/Dockerfile')).toBe(endOf('Dockerfile'))
  expect(endOf('Dockerfile')).toContain('ENTRYPOINT')
})

test('the engine that builds the image of an archive gets the source of each part', () => {
  const copied = /^COPY (product\/\S+\/src) \1$/gm
  const parts = Array.from(
    readFileSync(inRoot('Dockerfile'), 'utf8').matchAll(copied),
    ([, part]) => `!${part}`,
  )
  const given = readFileSync(inRoot('deploy/archive/dockerignore'), 'utf8').split('\n')
  expect(given.filter(line => /^!product\/.*\/src$/.test(line))).toEqual(parts)
})
