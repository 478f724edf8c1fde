import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import type { Client } from 'pg'

const samples = 5
const execution = /^duration: \S+ ms {2}(?:execute [^:]*|statement): /

/** A statement from PostgreSQL's log. `values` are its parameters as SQL literals. */
export type Statement = { text: string; values: string[]; queryId: string }

type LogLine = {
  application_name?: string
  message: string
  detail?: string
  timestamp: string
  query_id?: number
}

/**
 * Reads the statements of one call, with their values, from PostgreSQL's log. `ask` makes the call. The log may also
 * contain statements of the server's jobs, so the function samples several calls and returns the shortest sample.
 */
export async function statementsOfCall({
  client,
  logFile,
  ask,
}: {
  client: Client
  logFile: string
  ask(sample: number): Promise<unknown>
}): Promise<Statement[]> {
  await logStatements(client, 0)
  const callSamples: Statement[][] = []
  for (let sample = 0; sample < samples; sample += 1) {
    await wait(150)
    const from = readLog(logFile).length
    await ask(sample)
    const answered = Date.now()
    await wait(150)
    callSamples.push(
      readLog(logFile)
        .slice(from)
        .filter(line => isOfServer(line, answered))
        .map(statementOf),
    )
  }
  await logStatements(client, -1)
  return callSamples.toSorted((a, b) => a.length - b.length)[0] ?? []
}

/** Returns how often each statement has run since `resetStatistics`, by the statement's id. */
export async function executionsById(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; calls: number }>(
    'select queryid::text as id, sum(calls)::float8 as calls from pg_stat_statements group by 1',
  )
  return new Map(rows.map(({ id, calls }) => [id, calls]))
}

export async function resetStatistics(client: Client): Promise<void> {
  await client.query('create extension if not exists pg_stat_statements')
  await client.query('select pg_stat_statements_reset()')
}

async function logStatements(client: Client, fromMs: number) {
  await client.query(`alter system set log_min_duration_statement = ${fromMs}`)
  await client.query('select pg_reload_conf()')
  await wait(200)
}

function readLog(file: string) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as LogLine)
}

function isOfServer({ application_name: program, message, timestamp }: LogLine, answered: number) {
  return (
    program === 'ekyc-server' &&
    execution.test(message) &&
    Date.parse(timestamp.replace(' UTC', 'Z').replace(' ', 'T')) <= answered
  )
}

function statementOf({ message, detail = '', query_id: queryId }: LogLine): Statement {
  const values = [...detail.matchAll(/\$\d+ = ('(?:[^']|'')*'|NULL)/g)].map(([, value]) => String(value))
  return { text: message.replace(execution, ''), values, queryId: String(queryId) }
}
