import { join } from 'node:path'

import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import type { Branding } from '@ekyc/contract/branding'
import { expect, onTestFinished, test } from 'vitest'

import { readBranding } from '../../config/branding.ts'
import { prepareDatabase } from '../../database/link/open-database.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { collectingLog } from '../../../testing/collecting-log.ts'
import { serverOfTest } from '../../../testing/test-server.ts'
import { consentTextsOf } from './consents.ts'

test('a changed text needs a new version: a production does not start with it, a demo warns', async () => {
  const demo = join(import.meta.dirname, '../../../../../branding/default.json')
  const { consent } = readBranding(demo)
  const { en, ...others } = consent.texts
  const changed = { ...consent, texts: { ...others, en: { ...en, purpose: 'Another purpose' } } }
  const postgres = await startOwnPostgres({ durable: true })
  await migrate(postgres.url)
  onTestFinished(() => postgres.close())
  const started = await serverOfTest({ databaseUrl: postgres.url })
  const log = collectingLog()
  const start = (shown: Branding['consent'], production: boolean) =>
    prepareDatabase(started.open, postgres.url, {
      config: { ...started.config, production },
      consentTexts: consentTextsOf(shown),
      log: log.log,
      now: started.clock.now(),
    })
  const words = 'BRANDING_FILE: consent.texts.en differs'
  await start(consent, true)
  await start(changed, false)
  expect(log.lines()).toContainEqual(expect.objectContaining({ msg: expect.stringContaining(words) }))
  await expect(start(changed, true)).rejects.toThrow(words)
  await start({ ...changed, version: 'new' }, true)
})
