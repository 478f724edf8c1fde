// @module-tag process
import { chmodSync, cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'

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

test('the comments of the shipped example hold no secret', () => {
  const comments = readFileSync(inRoot('deploy/production.env.example'), 'utf8').match(/^#.*$/gm) ?? []
  expect(comments.length).toBeGreaterThan(50)
  write('deploy/production.env', `${comments.join('\n')}\n`)
  expect(config('apply')).toMatchObject({ code: 0, complaint: '' })
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

test('the address of a key in a hardware module is no secret', () => {
  underFormerVersion()
  write('deploy/production.env', 'AUA_SIGNING_KEY=pkcs11:token=kyc;object=signing\nSMS_KEY=\n')
  expect(config('check').code).toBe(0)
})
