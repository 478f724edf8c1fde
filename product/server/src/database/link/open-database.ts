import { join } from 'node:path'

import { startPrivatePostgres } from '@ekyc/private-postgres'
import type { FastifyBaseLogger } from 'fastify'

import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import type { PublishedConsentText } from '../../domain/kyc/kyc-records.ts'
import type { Database } from '../../domain/stores.ts'
import { refuseDemoAgents } from '../agents/demo-agents.ts'
import { checkDatabaseFitness } from '../schema/database-fitness.ts'
import { migrate, requireMigrated } from '../schema/migrate.ts'
import { addOrderPartitions } from '../schema/order-partitions.ts'
import type { LockMode } from '../sign-in/one-time-passwords.ts'
import { createStores } from '../stores.ts'
import { createConnectionPool, type ConnectionPool, type PoolOptions } from './connection-pool.ts'
import { statement, t, type SqlRunner } from './sql.ts'

export type OpenDatabase = ReturnType<typeof openDatabase>

export async function findOrStartDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  options: Omit<Parameters<typeof startPrivatePostgres>[0], 'folder' | 'durable'>,
): Promise<{ url: string; leave(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, leave: async () => {} }
  const postgres = await startPrivatePostgres({ ...options, folder: join(config.dataDir, 'postgres') })
  return { url: postgres.url, leave: () => postgres.stop() }
}

/** The longest time that a call without a session waits for a row lock of another call's transaction, in ms. */
const strangersLockMs = 1_000

/** @param options.servesStrangers reserves a share of the connections for calls without a session */
export function openDatabase(
  url: string,
  seals: AuditSeals,
  { servesStrangers = false, ...options }: PoolOptions & { servesStrangers?: boolean },
) {
  const share = servesStrangers ? strangersShareOf(options.connections) : 0
  // The lists of staff and operators have optional filters, which need a plan for each call.
  const usual = { ...options, plansOnce: servesStrangers }
  const pool = createConnectionPool(url, { ...usual, connections: options.connections - share })
  const strangersPool =
    share > 0
      ? createConnectionPool(url, {
          ...usual,
          connections: share,
          limits: { ...options.limits, lockMs: strangersLockMs },
          limitsStatements: true,
        })
      : undefined
  const databaseOn = (connections: ConnectionPool, locking: LockMode): Database => {
    const storesOn = (db: SqlRunner) => createStores(db, seals, locking)
    return {
      ...storesOn(connections),
      pipelined: work => connections.onOne(runner => work(storesOn(runner))),
      transaction: work => connections.inTransaction(runner => work(storesOn(runner))),
    }
  }

  return {
    database: databaseOn(pool, 'waits'),
    /** Calls without a session wait for no advisory lock, and take no connection of other calls. */
    strangers: databaseOn(strangersPool ?? pool, 'tries'),
    runner: pool,
    seals,
    clock: createDatabaseClock(pool),
    ping: async () => void (await ping(pool)),
    /** The first calls after a start find open connections. Unused connections close after a minute. */
    openAllConnections: async () => void (await Promise.all([pool.openAll(), strangersPool?.openAll()])),
    /** `strangers` is missing if all calls share one pool. */
    connections: () => ({
      agents: pool.counts(),
      ...(strangersPool && { strangers: strangersPool.counts() }),
    }),
    close: async () => void (await Promise.all([pool.close(), strangersPool?.close()])),
  }
}

/**
 * Returns an identifier of the database: the ids of its cluster, of the cluster's timeline and of the database itself.
 * A restored copy has a different identifier: a restored dump has a different database id, and a restored cluster has a
 * different timeline.
 */
export async function databaseIdentity(db: SqlRunner): Promise<string> {
  return (await findIdentity.one(db)).identity
}

/** Returns the number of connections for calls without a session: a fifth, at least 1, but 0 if there is only 1. */
function strangersShareOf(connections: number): number {
  return Math.floor(connections / 5) || Math.min(1, connections - 1)
}

const ping = statement('database.ping', { one: t.neverNull(t.integer) })`select 1 as one`

/** Between two measurements it goes by the machine's uptime, so that a step of the machine's clock changes nothing. */
function createDatabaseClock(db: ConnectionPool) {
  let startedOn = Date.now() - performance.now()
  return {
    /** Returns the database's time, or the machine's own time before the first measurement. */
    now: () => new Date(startedOn + performance.now()),
    /** The query runs on a reserved connection, so that the wait for a free connection is not measured. */
    measure: () =>
      db.onOne(async connection => {
        const sentAtMs = performance.now()
        const { at } = await readTime.one(connection)
        startedOn = at.getTime() - (sentAtMs + performance.now()) / 2
      }),
  }
}

const readTime = statement('database.readTime', { at: t.neverNull(t.moment) })`
  select clock_timestamp() as at`

const findIdentity = statement('database.findIdentity', { identity: t.neverNull(t.text) })`
  select system_identifier || '/' || timeline_id || '/' || oid as identity
  from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()`

type Wanted = Parameters<typeof checkDatabaseFitness>[1] & {
  migrate: boolean
  production: boolean
  demoData: boolean
}

/** @throws Error with one sentence about the reason when the database cannot be used */
export async function prepareDatabase(
  { runner, database }: OpenDatabase,
  url: string,
  {
    config,
    consentTexts,
    log,
    now,
  }: {
    config: Wanted
    consentTexts: readonly PublishedConsentText[]
    log: Pick<FastifyBaseLogger, 'info' | 'warn'>
    now: Date
  },
): Promise<void> {
  const onMigration = (migration: string) => log.info({ migration }, 'migrating')
  await (config.migrate ? migrate(url, onMigration) : requireMigrated(url))
  const { problems, warnings } = await checkDatabaseFitness(runner, config)
  if (problems.length > 0 && config.production)
    throw new Error(`The database is not fit for production: ${problems.join('; ')}.`)
  for (const finding of config.production ? warnings : problems) log.warn(finding)
  // A failure here is harmless: the hourly housekeeping tries again, and an order needs no monthly partition.
  await addOrderPartitions(runner, now).catch((error: unknown) =>
    log.warn({ err: error }, 'no months were added to orders'),
  )
  if (!config.demoData) await refuseDemoAgents(runner)
  const changed = await database.consentTexts.publish(consentTexts, now)
  if (changed.length === 0) return
  const finding = `BRANDING_FILE: consent.texts.${changed.join(', ')} differs from what was published under this consent.version: give a changed text a new version`
  if (config.production) throw new Error(`${finding}.`)
  log.warn(finding)
}
