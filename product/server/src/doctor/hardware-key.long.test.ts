import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { makeSoftToken, softTokenModule, type SoftToken } from '@ekyc/private-keys/testing/soft-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { operatorAt } from '../../testing/operator-at.ts'
import { productionSettings } from '../../testing/production-settings.ts'
import { testDay } from '../../testing/fixed/test-day.ts'
import { createExamination } from './examine.ts'
import type { Finding } from './finding.ts'

const complete = await productionSettings()
const other = await productionSettings()

describe.skipIf(!softTokenModule)('a key in a hardware module (softhsm2)', () => {
  let token: SoftToken
  let healthy: NodeJS.ProcessEnv
  beforeAll(() => {
    token = makeSoftToken()
    healthy = {
      ...complete,
      DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x',
      AUTHORITY_URL: 'http://127.0.0.1:9',
      BANK_URL: 'http://127.0.0.1:9',
      SMS_URL: 'http://127.0.0.1:9',
      PKCS11_MODULE: token.settings.module,
      PKCS11_PIN: token.settings.pin,
      AUA_SIGNING_KEY: token.hold(complete.AUA_SIGNING_KEY, 'signing'),
      KUA_DECRYPTION_KEY: token.hold(complete.KUA_DECRYPTION_KEY, 'decryption'),
      SEALING_KEY: token.hold(other.AUA_SIGNING_KEY, 'sealing'),
    }
  })
  afterAll(() => token.remove())

  const ofKeys = ['AUA_SIGNING_KEY', 'KUA_DECRYPTION_KEY', 'SEALING_KEY', 'PKCS11_PIN', 'PKCS11_MODULE']
  async function findings(changed: NodeJS.ProcessEnv = {}): Promise<Finding[]> {
    const all = await createExamination({ ...healthy, ...changed }, () => testDay)()
    return all.filter(({ what }) => ofKeys.includes(what))
  }

  test('signs and decrypts a trial', async () => {
    const says = 'the module opens it, and it works'
    expect(await findings()).toEqual([
      { what: 'AUA_SIGNING_KEY', state: 'good', says },
      { what: 'KUA_DECRYPTION_KEY', state: 'good', says },
      { what: 'SEALING_KEY', state: 'good', says },
    ])
  })

  test('config seal seals a setting, which every program opens', () => {
    const { SOFTHSM2_CONF = '', PATH = '' } = process.env
    const admin = (words: string[], changed: NodeJS.ProcessEnv, input: string) => {
      const env = { PATH, SOFTHSM2_CONF, ...healthy, ...changed }
      const main = join(import.meta.dirname, '../command-line/main.ts')
      return spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', env, input }).stdout
    }
    const sealed = admin(['config', 'seal', 'OUTBOX_KEY', '-'], {}, complete.OUTBOX_KEY)
    expect(sealed).toMatch(/^sealed:[A-Za-z0-9+/=]+\n$/)
    expect(admin(['config', 'check'], { OUTBOX_KEY: sealed.trim() }, '')).toContain('can be used')
  })

  test.each([
    ['AUA_CODE', 'x', /^Only these are sealed: PEPPER, /],
    ['PEPPER', '\n', /^There is no value/],
  ])('config seal %s is refused where it is no secret or has no value', async (name, value, complaint) => {
    const run = operatorAt({ databaseUrl: 'postgres://nowhere', now: () => testDay })
    const { complaint: told } = await run(`config seal ${name} -`, { files: { '-': value } })
    expect(told).toMatch(complaint)
  })

  test.each<[string, () => NodeJS.ProcessEnv, string, string]>([
    [
      'a wrong PIN, given once,',
      // This process stays logged in at the first token, and the second one has another PIN.
      () => ({ AUA_SIGNING_KEY: 'pkcs11:token=other-pin;object=signing' }),
      'PKCS11_PIN',
      'the signing key cannot be used: the PIN is wrong, and one of its tries is spent (C_Login answered CKR 0xa0)',
    ],
    [
      'the decryption key in the place of the signing key',
      () => ({ AUA_SIGNING_KEY: healthy['KUA_DECRYPTION_KEY'] }),
      'AUA_SIGNING_KEY',
      'the signing key in the module is not the one of its certificate',
    ],
    [
      'a certificate of another decryption key',
      () => ({ KUA_CERTIFICATE: other.KUA_CERTIFICATE }),
      'KUA_DECRYPTION_KEY',
      'the decryption key in the module is not the one of its certificate',
    ],
    [
      'a library that is none',
      () => ({ PKCS11_MODULE: join(import.meta.dirname, 'finding.ts') }),
      'PKCS11_MODULE',
      'the library of the hardware module cannot be loaded',
    ],
  ])('%s is a problem', async (_what, changed, what, says) => {
    expect((await findings(changed())).filter(({ state }) => state === 'problem')).toEqual([
      { what, state: 'problem', says },
    ])
  })
})
