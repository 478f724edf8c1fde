import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Branding } from '@ekyc/contract/branding'
import { refusals } from '@ekyc/contract/refusals'
import { afterAll, describe, expect, test } from 'vitest'

import { runHousekeeping } from '../../database/housekeeping.ts'
import { prepareDatabase } from '../../database/link/open-database.ts'
import { readBranding } from '../../config/branding.ts'
import { collectingLog } from '../../../testing/collecting-log.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { agentPassword, serverOfFile, type TestServer } from '../../../testing/test-server.ts'
import { hourMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'
import { consentTextsOf } from './consents.ts'

const mobile = '9000000001'
const folder = mkdtempSync(join(tmpdir(), 'ekyc-consents-'))
const demo = join(import.meta.dirname, '../../../../../branding/default.json')
const published: Pick<Branding, 'consent'> = JSON.parse(readFileSync(demo, 'utf8'))
const { version } = published.consent

let files = 0
function brandingWith(consent: Partial<Branding['consent']>): string {
  const file = join(folder, `${(files += 1)}.json`)
  writeFileSync(file, JSON.stringify({ ...published, consent: { ...published.consent, ...consent } }))
  return file
}
const changed = () => {
  const { texts } = published.consent
  return { ...texts, en: { ...texts.en, purpose: 'Another purpose' } }
}

const databaseUrl = await databaseOfFile()
const server = await serverOfFile({ databaseUrl })
/** A server of the same database that shows another version of the consent. */
const changedOver = await serverOfFile({
  databaseUrl,
  brandingFile: brandingWith({ version: 'next', texts: changed() }),
})
await server.addAgent({ mobile, password: agentPassword })
let token = await server.signIn(mobile)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let references = 0
async function submit(to: TestServer, consent: { version: string; language: string } | undefined) {
  const reference = `DBS1${(references += 1).toString().padStart(4, '0')}`
  const given = consent && { ...consent, givenOn: to.clock.now().toISOString() }
  return doKyc(to, { mobile, token, reference, ...(given && { consent: given }) })
}

const prepare = (prepared: TestServer) =>
  prepareDatabase(prepared.open, databaseUrl, {
    config: { ...prepared.config, production: false },
    consentTexts: consentTextsOf(readBranding(prepared.config.brandingFile).consent),
    log: collectingLog().log,
    now: prepared.clock.now(),
  })
const order = async (id: string) =>
  (
    await server.sql<{ status: string; consent: object | null }>(
      'select status, consent from orders where id = $1',
      [id],
    )
  )[0]

describe('[rule 16] a consent counts as evidence of a text that the bank has published', () => {
  test.each([
    ['an invented version and language', { version: 'made-up', language: 'xx' }],
    ['an invented version', { version: 'made-up', language: 'en' }],
    ['a language that the bank does not have', { version, language: 'fr' }],
    ['a version that another server will publish later', { version: 'next', language: 'en' }],
  ])('so %s is refused before the claim', async (_what, consent) => {
    const refused = await submit(server, consent)
    expect([refused.status, refused.response]).toEqual([
      200,
      { success: false, code: 'consent_not_published', displayMsg: refusals.consent_not_published },
    ])
    expect(await order(refused.orderId)).toEqual({ status: 'INIT', consent: null })
    expect(server.outside.asked).toEqual([])
  })

  test('and the order keeps the hash of the text, by which the database has the text itself', async () => {
    await prepare(server)
    const { orderId, response } = await submit(server, { version, language: 'hi' })
    expect(response.success).toBe(true)
    const [row] = await server.sql<{ text: [string, string | null, string | null][] }>(
      `select text from consent_texts join orders on consent ->> 'textHash' = hash where orders.id = $1`,
      [orderId],
    )
    expect(row?.text.find(([item]) => item === 'purpose')?.[2]).toBe(published.consent.texts['hi']?.purpose)
    const told = await server.call('getOrder', { username: mobile, orderId }, { token })
    expect(told['order'] ?? told).toMatchObject({
      consent: { version, textHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  test('while a client that sends none works where none is demanded', async () => {
    expect((await submit(server, undefined)).response.success).toBe(true)
  })
})

describe('[rule 16] a page that was opened before the bank changed the text', () => {
  const former = { version, language: 'en' }

  test('may submit its version for a day, to servers that show the next one', async () => {
    await prepare(server)
    await prepare(changedOver)
    expect((await submit(changedOver, former)).response.success).toBe(true)
    changedOver.clock.advance(defaultPolicy.formerConsentHours * hourMs)
    token = await changedOver.signIn(mobile)
    expect((await submit(changedOver, former)).response.success).toBe(true)
    changedOver.clock.advance(1)
    expect((await submit(changedOver, former)).response.code).toBe('consent_not_published')
    expect((await submit(changedOver, { version: 'next', language: 'en' })).response.success).toBe(true)
  })

  test('may submit the next version to a server that shows the former one still', async () => {
    const later = { version: 'after-next', language: 'en' }
    expect((await submit(server, later)).response.success).toBe(false)
    const texts = consentTextsOf({ ...published.consent, version: later.version })
    expect(await server.open.database.consentTexts.publish(texts, server.clock.now())).toEqual([])
    expect((await submit(server, later)).response.success).toBe(true)
  })
})

test('a text is erased when no order can name it any more, and a published one stays', async () => {
  await prepare(server)
  const kept = async (at: Date) => {
    await runHousekeeping(server.open.runner, at, defaultPolicy)
    return (await server.sql('select hash from consent_texts')).length
  }
  const later = (years: number, days: number) => {
    const at = server.clock.now()
    return new Date(Date.UTC(at.getUTCFullYear() + years, at.getUTCMonth(), at.getUTCDate() + days))
  }
  const texts = consentTextsOf(published.consent).length
  await server.sql(`delete from consent_texts where version <> $1`, [version])
  expect(await kept(later(defaultPolicy.auditOnlineYears + defaultPolicy.auditArchivedYears, 0))).toBe(texts)
  expect(await kept(later(defaultPolicy.auditOnlineYears + defaultPolicy.auditArchivedYears, 40))).toBe(0)
})
