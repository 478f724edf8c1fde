// @module-tag process
import { readFileSync, rmSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import {
  config,
  inFolder,
  kept,
  read,
  underFormerVersion,
  write,
  writeBranding,
} from './testing/bundle-folder.ts'

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

test('of two that are applied at once the second is refused, so that each knows the bundle before', () => {
  write('.env', 'VERSION=0.7\n')
  expect(config('apply').complaint).toBe('Another bundle has been applied meanwhile: try again.')
  expect(read('.env')).toBe('VERSION=0.7\nBUNDLE=bundles/0042\n')
  expect(kept()).toEqual([])
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
