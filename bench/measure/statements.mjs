import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const samples = 5

/**
 * The statements of one call with their values, from PostgreSQL's own log of the running server. What the server's jobs
 * do in between is in the log too: the shortest of some samples is the call alone.
 *
 * @param {(sample: number) => Promise<void>} ask makes one call
 * @returns {Promise<{ text: string, values: string[], queryId: string }[]>} values as SQL literals
 */
export async function statementsOfCall({ client, logFile, ask }) {
  await logStatements(client, 0)
  const taken = []
  for (let sample = 0; sample < samples; sample += 1) {
    await wait(150)
    const from = readLog(logFile).length
    await ask(sample)
    const answered = Date.now()
    await wait(150)
    taken.push(readLog(logFile).slice(from).filter(isOfServer(answered)).map(statementOf))
  }
  await logStatements(client, -1)
  return taken.toSorted((a, b) => a.length - b.length)[0]
}

/** How often each statement ran since `resetStatistics`, by its id. */
export async function executionsById(client) {
  const { rows } = await client.query(
    'select queryid::text as id, sum(calls)::float8 as calls from pg_stat_statements group by 1',
  )
  return new Map(rows.map(({ id, calls }) => [id, calls]))
}

export async function resetStatistics(client) {
  await client.query('create extension if not exists pg_stat_statements')
  await client.query('select pg_stat_statements_reset()')
}

async function logStatements(client, fromMs) {
  await client.query(`alter system set log_min_duration_statement = ${fromMs}`)
  await client.query('select pg_reload_conf()')
  await wait(200)
}

function readLog(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

function isOfServer(answered) {
  const execution = /^duration: \S+ ms {2}(?:execute [^:]*|statement): /
  return ({ application_name: program, message, timestamp }) =>
    program === 'ekyc-server' &&
    execution.test(message) &&
    Date.parse(timestamp.replace(' UTC', 'Z').replace(' ', 'T')) <= answered
}

function statementOf({ message, detail = '', query_id: queryId }) {
  const text = message.replace(/^duration: \S+ ms {2}(?:execute [^:]*|statement): /, '')
  const values = [...detail.matchAll(/\$\d+ = ('(?:[^']|'')*'|NULL)/g)].map(match => match[1])
  return { text, values, queryId: String(queryId) }
}
