import type { FastifyBaseLogger } from 'fastify'

import type { PublishedConsentText } from '../../domain/kyc/kyc-stores.ts'
import { refuseDemoAgents } from '../agents/demo-agents.ts'
import { fitnessOf } from '../schema/fitness.ts'
import { migrate, requireMigrated } from '../schema/migrate.ts'
import { addMonthsOfOrders } from '../schema/months.ts'
import type { OpenDatabase } from './open-database.ts'

type Wanted = Parameters<typeof fitnessOf>[1] & {
  migrate: boolean
  production: boolean
  demoData: boolean
}

/**
 * Prepares the database for the first call.
 * @throws Error with one sentence about the reason when the database cannot be used
 */
export async function prepareDatabase(
  { runner, months, database }: OpenDatabase,
  url: string,
  {
    config,
    consentTexts,
    log,
    now,
  }: {
    config: Wanted
    consentTexts: PublishedConsentText[]
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>
    now: Date
  },
): Promise<void> {
  const onMigration = (migration: string) => log.info({ migration }, 'migrating')
  await (config.migrate ? migrate(url, onMigration) : requireMigrated(url))
  const { problems, warnings } = await fitnessOf(runner, config)
  if (problems.length > 0 && config.production)
    throw new Error(`The database is not fit for production: ${problems.join('; ')}.`)
  for (const finding of config.production ? warnings : problems) log.warn(finding)
  // A failure here is harmless: the hourly housekeeping tries again, and an order needs no monthly partition.
  await addMonthsOfOrders(runner, now).catch((error: unknown) =>
    log.warn({ err: error }, 'no months were added to orders'),
  )
  if (!config.demoData) await refuseDemoAgents(runner)
  await months.learn(runner, now)
  const changed = await database.consentTexts.publish(consentTexts, now)
  if (changed.length === 0) return
  const finding = `BRANDING_FILE: consent.texts.${changed.join(', ')} differs from what was published under this consent.version: give a changed text a new version`
  if (config.production) throw new Error(`${finding}.`)
  log.warn(finding)
}
