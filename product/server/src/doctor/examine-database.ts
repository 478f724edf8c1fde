import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { indiaDate } from '@ekyc/contract/india-time'
import type { Client } from 'pg'

import type { ServerConfig, DatabaseConfig } from '../config/read-config.ts'
import { withConnection } from '../database/link/direct-connection.ts'
import { runStatement } from '../database/link/pooled-connection.ts'
import { findOrStartDatabase } from '../database/link/open-database.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import { checkDatabaseFitness } from '../database/schema/database-fitness.ts'
import {
  listAppliedMigrations,
  migrationNames,
  findMissingMigrations,
  NotUpgradable,
} from '../database/schema/migrate.ts'
import { endOfOrderPartitions } from '../database/schema/order-partitions.ts'
import { dayMs } from '../domain/clocks.ts'
import { examineConsoleDatabase } from './examine-console.ts'
import { good, networkReason, problem, warning, type Finding } from './finding.ts'

const oldestVersion = 15
const deadlineMs = 5_000
const noticedSeconds = 3
/** The tables of orders reach so far at least: servers add tables 92 days ahead. */
const fewDays = 45

type Look = { now: () => Date; hasConsole: boolean }

export async function examineDatabase(config: DatabaseConfig, look: Look): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    return [good('database', 'none yet: the first start makes the private one')]
  try {
    const { url, leave } = await findOrStartDatabase(config, {})
    try {
      return await withConnection(url, client => examineAt(client, config, look), {
        query_timeout: deadlineMs,
      })
    } finally {
      await leave()
    }
  } catch (error) {
    const why = error instanceof NotUpgradable ? error.message : networkReason(error)
    return [problem('database', `cannot be used: ${why}`)]
  }
}

/** Opens no result. */
export async function examineVault({ vaultUrl, mode }: ServerConfig['results']): Promise<Finding[]> {
  if (vaultUrl === undefined) return []
  try {
    const may = await withConnection(vaultUrl, mayKeepResults, { query_timeout: deadlineMs })
    if (may === null) return [problem('vault', 'answers, and has no tables yet: `admin migrate` makes them')]
    if (!may) return [problem('vault', 'answers, and this role may not keep results there')]
    return [good('vault', mode === 'vault' ? 'answers' : 'answers; new results do not go there')]
  } catch (error) {
    return [problem('vault', `cannot be used: ${networkReason(error)}`)]
  }
}

type Facts = { version: string; at: Date; standbys: number; commits_wait: boolean; is_archived: boolean }

async function examineAt(
  client: Client,
  config: DatabaseConfig,
  { now, hasConsole }: Look,
): Promise<Finding[]> {
  const askedAtMs = now().getTime()
  // The server's role can count standbys and read no more.
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version') as version, clock_timestamp() as at,
            (select count(*) from pg_stat_replication)::integer as standbys,
            current_setting('synchronous_standby_names') <> '' as commits_wait,
            current_setting('archive_mode') <> 'off' as is_archived`,
  )
  const ours = new Date((askedAtMs + now().getTime()) / 2)
  const runner = runnerOn(client)
  const missing = await findMissingMigrations(client)
  const isEmpty = missing.length === migrationNames.length
  const isPrivate = config.databaseUrl === undefined
  const fitness = await checkDatabaseFitness(runner, config)
  return [
    ...rows.map(versionFinding),
    ...fitness.problems.map(finding => problem('database', finding)),
    ...fitness.warnings.map(finding => warning('database', finding)),
    ...rows.map(({ at }) => clockFinding(at, ours)),
    schemaFinding(missing, isEmpty ? [] : await listAppliedMigrations(client)),
    ...(isEmpty
      ? []
      : [monthsFinding(await endOfOrderPartitions(runner), now()), ...(await holdsFindings(client))]),
    ...(hasConsole && !isEmpty ? await examineConsoleDatabase(runner, isPrivate) : []),
    ...(isPrivate ? [] : rows.map(copiesFinding)),
  ]
}

function runnerOn(client: Client): SqlRunner {
  const runner: SqlRunner = {
    run: async ({ name: _name, ...statement }) => (await runStatement(client, statement)).rows,
    inTransaction: work => work(runner),
  }
  return runner
}

function monthsFinding(end: Date | undefined, now: Date): Finding {
  if (end === undefined) return good('months', 'the first server adds their tables')
  const day = indiaDate(end)
  return end.getTime() - now.getTime() < fewDays * dayMs
    ? warning('months', `orders have tables until ${day} only: a server adds the next ones`)
    : good('months', `orders have tables until ${day}`)
}

async function holdsFindings(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ count: number; since: Date | null }>(
    'select count(*)::integer as count, min(held_on) as since from holds',
  )
  return rows.flatMap(({ count, since }) =>
    since === null
      ? []
      : [good('legal holds', `${count} open, the oldest since ${indiaDate(since)}: see \`holds list\``)],
  )
}

function copiesFinding({ standbys, commits_wait: commitsWait, is_archived: isArchived }: Facts): Finding {
  const what = 'copies of the database'
  if (commitsWait)
    return standbys > 0
      ? good(what, 'a standby has each commit before it is answered')
      : warning(what, 'commits wait for a standby, and none is there')
  if (standbys > 0)
    return warning(what, 'a standby follows, and no commit waits for it: a failover can lose answered calls')
  return isArchived
    ? good(what, 'WAL is archived; there is no standby')
    : warning(what, 'neither a standby nor an archive of WAL: a lost disk loses all since the last dump')
}

function versionFinding({ version }: Facts): Finding {
  return Number.parseInt(version, 10) < oldestVersion
    ? problem('database', `answers, and is older than PostgreSQL ${oldestVersion}`)
    : good('database', `answers (${version.split(' ')[0]})`)
}

function clockFinding(theirs: Date, ours: Date): Finding {
  const seconds = Math.round(Math.abs(ours.getTime() - theirs.getTime()) / 1000)
  return seconds < noticedSeconds
    ? good('clock and database', 'agree')
    : warning('clock and database', `differ by ${seconds} s`)
}

function schemaFinding(missing: string[], applied: string[]): Finding {
  const newest = migrationNames.at(-1) ?? ''
  const later = applied.filter(name => name > newest)
  if (missing.length > 0)
    return warning(
      'schema',
      `older than this version: ${missing.length} migrations to come (${missing.join(', ')})`,
    )
  if (later.length > 0) return warning('schema', `of a later version than this one (${later.join(', ')})`)
  return good('schema', `up to date (${newest})`)
}

async function mayKeepResults(client: Client): Promise<boolean | null | undefined> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `select bool_and(has_table_privilege(oid, right_)) as may
     from pg_class, unnest(array['select', 'insert', 'delete']) right_
     where relname in ('vault_results', 'vault_keys') and relnamespace = current_schema()::regnamespace`,
  )
  return rows[0]?.may
}
