import { expect, test } from 'vitest'

import type { ControlVerdict } from './compliance.ts'
import type { OperatorOptions } from '../../../testing/operator-at.ts'
import { productionSettings } from '../../../testing/production-settings.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const env = await productionSettings()

const { server, admin } = await withAdmin()
const compliance = (words: string, options: OperatorOptions = { env }) =>
  admin(`compliance ${words}`, options)

async function control(number: string, changes: NodeJS.ProcessEnv = {}): Promise<ControlVerdict | undefined> {
  const { out } = await compliance('--json', { env: { ...env, ...changes } })
  const { controls } = JSON.parse(out) as { controls: ControlVerdict[] }
  return controls.find(one => one.number === number)
}

const auditRows = () => server.auditRows({ actorKind: 'admin' })

test('a setting decides whether an installation keeps a control', async () => {
  const idle = { name: 'SESSION_IDLE_LIMIT_MS', asks: '1800000 at most' }
  expect((await control('46', { SESSION_IDLE_LIMIT_MS: '1800000' }))?.settings).toEqual([
    { ...idle, value: '1800000', keeps: true },
  ])
  expect(await control('46', { SESSION_IDLE_LIMIT_MS: '3600000' })).toMatchObject({
    verdict: 'not kept',
    settings: [{ ...idle, value: '3600000', keeps: false }],
  })
  expect(await control('1')).toMatchObject({ kept: 'bank', verdict: 'bank', settings: [] })
})

test('without --sign the report needs no database, and none of it is a secret', async () => {
  const { code, out, complaint } = await compliance('')
  expect({ code, complaint }).toEqual({ code: 1, complaint: '' })
  expect(out).toContain(
    '\nNOT KEPT  33. Keys that sign requests and decrypt answers lie in a hardware module (FIPS 140) alone.\n',
  )
  expect(out).toContain('AUA_SIGNING_KEY: PEM file, and the control asks for a key in the hardware module\n')
  for (const [name, value] of Object.entries(env).filter(([one]) => /KEY$|PEPPER|SECRET|DATABASE/.test(one)))
    for (const line of value.split('\n').filter(one => one !== ''))
      expect(`${name} ${out.includes(line)}`).toBe(`${name} false`)
  expect(await auditRows()).toEqual([])
})

test('a signed report is told from a changed one, and the trail has its digest', async () => {
  const { code, out } = await compliance('--sign')
  expect(code).toBe(1)
  const check = (page: string) => compliance('--check page.txt', { files: { 'page.txt': page } })
  expect(await check(out)).toMatchObject({ code: 0, out: 'The page is as it was signed under AUDIT_KEY.\n' })
  expect(await check(out.replace('NOT KEPT', 'kept'))).toMatchObject({ code: 1 })
  expect(await auditRows()).toMatchObject([
    {
      action: 'compliance.sign',
      subject: expect.stringMatching(/^not kept: [\d., ]+ \(SHA-256 [0-9a-f]{64}\)$/),
    },
    { action: 'compliance.check', subject: 'as it was signed' },
    { action: 'compliance.check', subject: 'not as it was signed' },
  ])
})

test('settings with which no server starts are judged by nobody', async () => {
  const { BANK_SECRET: _, ...without } = env
  expect(await compliance('', { env: without })).toMatchObject({
    code: 1,
    out: '',
    complaint: 'A server with these settings does not start:\nBANK_SECRET is missing\n',
  })
})
