// @module-tag process
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { endOf, processesOf, readyProduct, startInFolder } from './testing/started-program.ts'

test('a production that lacks settings and has invalid ones names all of them, one a line, and does not start', async () => {
  const invalid = { LOG_LEVEL: 'loud', BANK_SECRET: 'hidden', SMS_KEYY: 'hidden' }
  const { child, folder, said } = startInFolder(invalid, ['--no-sandbox'])
  expect(await endOf(child)).toBe(1)
  const [head, ...problems] = said()
    .slice(said().indexOf('The settings cannot be used:'))
    .trimEnd()
    .split('\n')
  expect(head).toBe('The settings cannot be used:')
  expect(problems.length).toBeGreaterThan(15)
  for (const name of [
    'PEPPER',
    'AUTHORITY_URL',
    'SMS_KEY',
    'LOG_LEVEL',
    'BANK_SECRET',
    'BRANDING_FILE',
    'SMS_KEYY',
  ])
    expect(problems.filter(problem => problem.startsWith(`  ${name} `))).toHaveLength(1)
  expect(said()).not.toMatch(/hidden|loud/)
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
})

test('npm start serves the portal, prints its address, and SIGTERM stops everything with exit code 0', async () => {
  const { child, folder, said } = await readyProduct()
  const [, address = ''] = /ready .*(http:\/\/localhost:\S+)/.exec(said()) ?? []
  expect((await fetch(`${address}/login`)).status).toBe(200)
  expect(said()).toContain('9000000001  Agent@2026')
  expect(said()).toMatch(/SMS inbox +http:\/\/127\.0\.0\.1:\d+\/sms\n/)

  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  expect(processesOf(folder)).toEqual([])
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})
