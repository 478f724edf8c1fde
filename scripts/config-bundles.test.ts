// @module-tag process
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { productionSettings } from '../product/server/src/testing/production-settings.ts'
import { inRoot, programFile } from './folders.ts'

const root = mkdtempSync(join(tmpdir(), 'ekyc-bundles-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const { BRANDING_FILE: bank, ...settings } = await productionSettings()
const inFolder = (...path: string[]) => join(root, ...path)
const read = (...path: string[]) => readFileSync(inFolder(...path), 'utf8')
const write = (path: string, text: string) => writeFileSync(inFolder(path), text)
const branding = JSON.parse(readFileSync(bank, 'utf8')) as Record<string, unknown> & { emails: object }

/**
 * A stand-in for docker. The image of version 0.9 has no check of bundles, version 0.8 has no image, and all other
 * versions run this checkout's command line. While version 0.7 checks a bundle, another bundle is applied.
 */
const docker = `#!/bin/sh
if [ "$1" = image ]; then case "$3" in *:0.8) exit 1 ;; *) exit 0 ;; esac; fi
echo "$@" >>calls
case "$VERSION" in 0.7) echo BUNDLE=bundles/0042 >>.env; echo Settings; exit ;; 0.9) echo "There is no command 'config'." >&2; exit 2 ;; esac
shift 7
set -a
. ./settings.env
. "./deploy/$BUNDLE/production.env"
BRANDING_FILE="$PWD/deploy/$BUNDLE/branding.json"
exec ${process.execPath} ${programFile('admin')} "$@"
`

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(inFolder('deploy/rules'), { recursive: true })
  cpSync(inRoot('deploy/config'), inFolder('deploy/config'))
  cpSync(inRoot('branding/fonts'), inFolder('deploy/fonts'), { recursive: true })
  write('.env', 'PORTAL_ADDRESS=ekyc.bank.example\nVERSION=1.0.0-a\nCOMMIT=aaaa')
  write('docker', docker)
  chmodSync(inFolder('docker'), 0o755)
  write(
    'settings.env',
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )
  write('deploy/production.env', 'SESSION_IDLE_LIMIT_MS=1800000\n')
  writeBranding({})
})

function writeBranding(changed: object): void {
  write('deploy/branding.json', JSON.stringify({ ...branding, ...changed }))
}

function config(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(inFolder('deploy/config'), words, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], COMPOSE: `${inFolder('docker')} compose`, ADMIN_OPERATOR: 'Priya N' },
  })
  return { code: status, out: stdout.trim(), complaint: stderr.trim() }
}

const kept = () => (existsSync(inFolder('deploy/bundles')) ? readdirSync(inFolder('deploy/bundles')) : [])

/** The image of version 0.9 cannot check bundles, so deploy/config accepts every bundle at once. */
function underFormerVersion(): void {
  write('.env', read('.env').replace('1.0.0-a', '0.9'))
}

test('a bundle is checked by the readers of its version, applied at once, and taken back with version and commit', () => {
  underFormerVersion()
  expect(config('apply')).toMatchObject({ code: 0, complaint: '' })
  write('.env', read('.env').replace('0.9', '1.0.0-b').replace('aaaa', 'bbbb'))
  writeBranding({ cornerRadius: 4 })
  expect(config('show').out).toContain('The files of deploy differ from bundle 0001')
  expect(config('apply').out).toMatch(
    /^WARNING[\s\S]*Settings, branding and policy can be used\.\nBundle 0002 is applied/,
  )
  expect(read('calls')).toContain('compose run --rm --no-deps -T doctor admin config check')
  expect(read('.env')).toBe(
    'PORTAL_ADDRESS=ekyc.bank.example\nVERSION=1.0.0-b\nCOMMIT=bbbb\nBUNDLE=bundles/0002\n',
  )
  expect(read('deploy/bundles/0002/manifest')).toMatch(
    /^schema 1\nversion 1\.0\.0-b\ncommit bbbb\nbefore 0001\nmade \S+Z by Priya N\n([0-9a-f]{64} {2}\S+\n){3}$/,
  )
  expect(config('apply').out).toBe('Nothing has changed since bundle 0002.')
  expect(config('show').out).toMatch(/^0001 {2}version 0\.9 .*\n\* 0002 {2}version 1\.0\.0-b .*$/)

  expect(config('rollback')).toMatchObject({ code: 0, complaint: '' })
  expect(read('.env')).toBe(
    'PORTAL_ADDRESS=ekyc.bank.example\nVERSION=0.9\nCOMMIT=aaaa\nBUNDLE=bundles/0001\n',
  )
  expect(JSON.parse(read('deploy/bundles/0001/branding.json'))).not.toMatchObject({ cornerRadius: 4 })
  expect(config('rollback').complaint).toBe('There is no bundle before 0001.')
  expect(config('rollback', '0002').code).toBe(0)
})

test('what a server would refuse is told by its readers, a line each, and nothing changes', () => {
  const before = read('.env')
  write('deploy/production.env', 'DRAIN_MS=long\nSMS_KEYY=\nPOLICY=\'{"otpTrys":3}\'\nMIGRATTE=off\n')
  writeBranding({ colour: 'red' })
  const { code, complaint } = config('apply')
  expect(code).toBe(1)
  for (const sentence of [
    /^PROBLEM {2}DRAIN_MS must be/m,
    /^PROBLEM {2}POLICY has no number called "otpTrys"$/m,
    /^PROBLEM {2}BRANDING_FILE: the file has no field colour: did you mean colours\?$/m,
    /^PROBLEM {2}MIGRATTE is no setting: did you mean MIGRATE\?$/m,
    /^Nothing was changed\.$/m,
  ])
    expect(complaint).toMatch(sentence)
  expect(read('.env')).toBe(before)
  expect(kept()).toEqual([])
})

test('fields and settings of a newer version stop no server where they are marked as optional', () => {
  write(
    'deploy/production.env',
    'MIGRATTE=off\nOPTIONAL_SETTINGS=MIGRATTE\nPOLICY=\'{"optional":["otpTrys"],"otpTrys":3}\'\n',
  )
  writeBranding({
    colour: 'red',
    emails: { ...branding.emails, fax: '1' },
    optional: ['colour', 'emails.fax'],
  })
  expect(config('check')).toMatchObject({ code: 0, complaint: '' })
  expect(kept()).toEqual([])
})

test('no bundle holds a secret: neither a setting, nor a private key, nor a password in an address', () => {
  const example = readFileSync(inRoot('deploy/production.env.example'), 'utf8')
  const [, part = ''] = /── Secrets([\s\S]*?)# ── Limits/.exec(example) ?? []
  const namesIn = (text: string) => [...text.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const secret = [
    ...namesIn(part).filter(name => !/CERTIFICATE|MODULE/.test(name)),
    ...namesIn(example).filter(name => name.endsWith('PASSWORD')),
  ]
  expect(secret.length).toBeGreaterThan(9)
  write(
    'deploy/production.env',
    [...secret, 'DATABASE_URL'].map(name => `${name}=t0p-s3cret\n`).join('') +
      'BANK_URL=https://us:t0p-s3cret@bank.example\n',
  )
  write('deploy/rules/devices.json', '-----BEGIN RSA PRIVATE KEY-----')
  const { code, complaint } = config('apply')
  expect(code).toBe(1)
  for (const name of [...secret, 'DATABASE_URL'])
    expect(complaint).toContain(
      `production.env: ${name} is a secret, and a bundle holds none. Put it into a file, and name that as ${name}_FILE.\n`,
    )
  expect(complaint).toContain('production.env holds a password in an address, and a bundle holds none.\n')
  expect(complaint).toContain('rules/devices.json holds a private key, and a bundle holds none.\n')
  expect(complaint).not.toContain('t0p')
  expect(kept()).toEqual([])
})

test('the comments of the shipped example hold no secret', () => {
  const comments = readFileSync(inRoot('deploy/production.env.example'), 'utf8').match(/^#.*$/gm) ?? []
  expect(comments.length).toBeGreaterThan(50)
  write('deploy/production.env', `${comments.join('\n')}\n`)
  expect(config('apply')).toMatchObject({ code: 0, complaint: '' })
})

test('the address of a key in a hardware module is no secret', () => {
  underFormerVersion()
  write('deploy/production.env', 'AUA_SIGNING_KEY=pkcs11:token=kyc;object=signing\nSMS_KEY=\n')
  expect(config('check').code).toBe(0)
})

test('a bundle from another machine is taken as its manifest tells, and only so', () => {
  underFormerVersion()
  write('deploy/rules/policy.json', '{}')
  config('apply')
  cpSync(inFolder('deploy/bundles/0001'), inFolder('carried'), { recursive: true })
  expect(config('apply', 'carried').out).toContain('Nothing has changed')
  for (const name of ['branding.json', 'manifest']) chmodSync(inFolder('carried', name), 0o644)
  write('carried/branding.json', '{}')
  rmSync(inFolder('carried/rules/policy.json'))
  write('carried/rules/devices.json', '[]')
  write('carried/manifest', read('carried/manifest').replace('schema 1', 'schema 2'))
  expect(config('apply', 'carried')).toMatchObject({
    code: 1,
    complaint: [
      `${inFolder('carried')}/manifest: schema must be 1; the deploy/config of another version made this bundle.`,
      'branding.json has changed since its bundle was made.',
      'rules/policy.json is in the manifest, and not in the bundle.',
      'rules/devices.json is in the bundle, and not in its manifest.',
      'Nothing was changed.',
    ].join('\n'),
  })
  rmSync(inFolder('carried/manifest'))
  rmSync(inFolder('carried/branding.json'))
  symlinkSync('/etc/hostname', inFolder('carried/branding.json'))
  expect(config('apply', 'carried').complaint).toContain('branding.json is a link')
})

test('of two that are applied at once the second is refused, so that each knows the bundle before', () => {
  write('.env', 'VERSION=0.7\n')
  expect(config('apply').complaint).toBe('Another bundle has been applied meanwhile: try again.')
  expect(read('.env')).toBe('VERSION=0.7\nBUNDLE=bundles/0042\n')
  expect(kept()).toEqual([])
})

test('nobody goes back to a changed bundle, or to a version without an image', () => {
  underFormerVersion()
  config('apply')
  writeBranding({ cornerRadius: 4 })
  config('apply')
  const before = read('.env')
  const former = 'deploy/bundles/0001/branding.json'
  chmodSync(inFolder(former), 0o644)
  write(former, '{}')
  expect(config('rollback').complaint).toBe(
    'branding.json has changed since its bundle was made.\nNothing was changed.',
  )
  write('.env', before.replace('0.9', '0.8'))
  writeBranding({ cornerRadius: 5 })
  expect(config('apply').complaint).toMatch(/^There is no image agent-ekyc-portal:0\.8 on this machine/)
  expect(kept()).toHaveLength(2)
})

test('each command of docs/operations.md is known', () => {
  underFormerVersion()
  const [, page = ''] = readFileSync(inRoot('docs/operations.md'), 'utf8').split('## Bundles')
  const commands = [...page.matchAll(/^deploy\/config (.*?) +#/gm)].map(([, words = '']) => words.split(' '))
  expect(commands.length).toBeGreaterThan(4)
  for (const words of commands) expect(config(...words).complaint).not.toContain('Usage')
})

test.each<[words: string[], complaint: string]>([
  [[], 'Usage: deploy/config check'],
  [['aply'], 'Usage: deploy/config check'],
  [['apply', 'nowhere'], 'nowhere is no folder.'],
  [['rollback'], 'No bundle is applied: .env names none.'],
])('%j is refused in a sentence', (words, complaint) => {
  expect(config(...words)).toMatchObject({ code: 1, out: '' })
  expect(config(...words).complaint).toContain(complaint)
})

test('what is missing is told in a sentence', () => {
  rmSync(inFolder('deploy/branding.json'))
  expect(config('apply').complaint).toContain('deploy/branding.json is missing, or no file that')
  writeBranding({})
  write('.env', 'VERSION=')
  expect(config('apply').complaint).toBe('VERSION is not set in .env: run sh deploy/name-version.sh.')
  rmSync(inFolder('.env'))
  expect(config('show').complaint).toMatch(/^There is no \.env/)
})
