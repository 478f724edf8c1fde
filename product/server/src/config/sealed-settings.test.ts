import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeSoftToken, softTokenModule, type SoftToken } from '@ekyc/private-keys/testing/soft-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeKey } from '../../testing/outside/fake-authority.ts'
import { problemsIn, productionSettings } from '../../testing/production-settings.ts'
import { readServerConfig } from './read-config.ts'
import { openSettingsSeal, sealSetting, unsealSettings } from './sealed-settings.ts'

const complete = await productionSettings()
const [own, other] = await Promise.all([makeKey('Sealing'), makeKey('Other')])

const folder = mkdtempSync(join(tmpdir(), 'ekyc-sealed-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** These tests need Debian's package softhsm2 (apt-get install softhsm2). */
describe.skipIf(!softTokenModule)('settings that the hardware module seals (softhsm2)', () => {
  let token: SoftToken
  let bare: NodeJS.ProcessEnv
  const names = ['PEPPER', 'OUTBOX_KEY', 'AUDIT_KEY', 'BANK_SECRET', 'AUA_LICENCE_KEY'] as const
  beforeAll(() => {
    token = makeSoftToken()
    bare = {
      ...complete,
      PKCS11_MODULE: token.settings.module,
      PKCS11_PIN: token.settings.pin,
      SEALING_KEY: token.hold(own.privateKey, 'sealing'),
    }
  })
  afterAll(() => token.remove())

  async function sealed(): Promise<NodeJS.ProcessEnv> {
    const seal = await openSettingsSeal(bare)
    const file = join(folder, 'audit-key')
    writeFileSync(file, `${sealSetting(seal, 'AUDIT_KEY', complete.AUDIT_KEY)}\n`)
    const values = names.map(name => [name, sealSetting(seal, name, complete[name])])
    return { ...bare, ...Object.fromEntries(values), AUDIT_KEY: '', AUDIT_KEY_FILE: file }
  }

  test('a server reads them as if they were in the clear, from a file too', async () => {
    const opened = readServerConfig(await unsealSettings(await sealed()))
    const { peppers, outboxKeys, auditKeys, bank, authority } = readServerConfig(bare)
    expect(opened).toMatchObject({ peppers, outboxKeys, auditKeys, bank, authority })
  })

  test('none is readable in the text that takes its place', async () => {
    for (const name of names) expect((await sealed())[name]).not.toContain(complete[name])
  })

  test('after the sealing key is replaced, the earlier one still opens', async () => {
    const env = await sealed()
    const newer = token.hold(other.privateKey, 'newer')
    const opened = await unsealSettings({ ...env, SEALING_KEY: `${newer}\n${env['SEALING_KEY']}` })
    expect(problemsIn(opened)).toEqual([])
  })

  test.each<[string, (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv, string]>([
    ['another key', () => ({ SEALING_KEY: token.hold(other.privateKey, 'another') }), 'PEPPER'],
    ['no sealing key', () => ({ SEALING_KEY: '' }), 'PEPPER'],
    ['a value of another setting', env => ({ PEPPER: env['OUTBOX_KEY'] }), 'PEPPER'],
    ['a value that was cut', env => ({ PEPPER: env['PEPPER']?.slice(0, 200) }), 'PEPPER'],
  ])(
    'with %s a server does not start, and the text is never taken as the secret',
    async (_what, change, name) => {
      const env = await sealed()
      const problems = problemsIn(await unsealSettings({ ...env, ...change(env) }))
      expect(problems).toContain(`${name} is sealed, and SEALING_KEY does not open it`)
    },
  )
})
