import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { Complaint } from './complaint.ts'
import { readSandboxSettings, readSettings, withDefaults } from './settings.ts'

test('without an environment the defaults of the handbook hold', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    sandboxPort: 8090,
    consolePort: 8070,
    devicePort: 11100,
  })
})

test('the user’s variables override those of the sandbox, except empty ones', () => {
  expect(withDefaults({ SMS_URL: 'http://mine', BANK_URL: '' }, { SMS_URL: 'a', BANK_URL: 'b' })).toEqual({
    SMS_URL: 'http://mine',
    BANK_URL: 'b',
  })
})

test('a setting as a file replaces the sandbox’s value, and the other way round', () => {
  expect(
    withDefaults(
      { PEPPER_FILE: '/mine', SMS_KEY: 'mine' },
      { PEPPER: 'a', SMS_KEY_FILE: '/b', AUA_CODE: 'c' },
    ),
  ).toEqual({ PEPPER_FILE: '/mine', SMS_KEY: 'mine', AUA_CODE: 'c' })
})

test('a data folder without a sandbox has no sandbox settings', () => {
  expect(readSandboxSettings('/nowhere')).toEqual({})
})

test('a DATA_DIR that is a file is refused in one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-settings-'))
  const file = join(folder, 'data')
  writeFileSync(file, '')
  expect(() => readSandboxSettings(file)).toThrow(
    new Complaint(`DATA_DIR must be a folder, and ${file} is none.`),
  )
  rmSync(folder, { recursive: true })
})
