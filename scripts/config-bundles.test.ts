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
  withFolder,
  write,
  writeBranding,
} from './testing/bundle-folder.ts'

withFolder()

test('a bundle is kept with its manifest, and named in .env', () => {
  underFormerVersion()
  expect(config('apply')).toMatchObject({ code: 0, complaint: '' })
  expect(read('.env')).toBe(
    'PORTAL_ADDRESS=ekyc.bank.example\nVERSION=0.9\nCOMMIT=aaaa\nBUNDLE=bundles/0001\n',
  )
  expect(read('deploy/bundles/0001/manifest')).toMatch(
    /^schema 1\nversion 0\.9\ncommit aaaa\nbefore \nmade \S+Z by Priya N\n([0-9a-f]{64} {2}\S+\n){3}$/,
  )
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
])('%j is refused in a sentence', (words, sentence) => {
  const { complaint, ...refused } = config(...words)
  expect(refused).toEqual({ code: 1, out: '' })
  expect(complaint).toContain(sentence)
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
