import { setTimeout as sleep } from 'node:timers/promises'

import type { Answer } from '../caller.mts'
import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'
import type { Stage } from './first-start.ts'

const awayMs = 10_000

export async function databaseAway(
  setUp: SetUp,
  report: Report,
  { agents: [agent], callers: [caller] }: Stage,
): Promise<void> {
  await setUp.run('docker compose stop database')
  const seen: Answer[] = []
  const pages: Answer[] = []
  const [read] = agent.reads()
  if (!read) throw new Error('an agent reads nothing')
  const until = performance.now() + awayMs
  while (performance.now() < until) {
    seen.push(await caller.ask(read))
    pages.push(await caller.ask({ method: 'GET', path: '/login' }))
    await sleep(250)
  }
  const isOurs = ({ status, headers, body }: Answer) =>
    status === 503 && Number(headers['retry-after']) > 0 && !isSuccess(body)
  report.check(
    'while the database is away every call gets 503 with Retry-After and JSON of ours',
    seen.length > 0 && seen.every(isOurs),
    `${seen.length} calls; ${[...new Set(seen.map(told))].join(' | ')}`,
  )
  report.check(
    '/login stays up meanwhile',
    pages.every(({ status, body }) => status === 200 && body.includes('<form')),
    [...new Set(pages.map(({ status }) => status))].join(', '),
  )

  await setUp.run('docker compose start database')
  const back = performance.now()
  let answer: Answer
  do {
    await sleep(200)
    answer = await caller.ask(read)
  } while (answer.status !== 200 && performance.now() - back < 60_000)
  report.check(
    'calls are answered again by themselves',
    answer.status === 200 && isSuccess(answer.body),
    `${((performance.now() - back) / 1_000).toFixed(1)} s after the database was started`,
  )
}

function isSuccess(body: string): boolean {
  return (JSON.parse(body) as { response: { success: boolean } }).response.success
}

function told({ status, headers, body }: Answer): string {
  return `${status}, Retry-After ${headers['retry-after']}, ${body}`
}
