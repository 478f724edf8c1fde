import { setTimeout as sleep } from 'node:timers/promises'

const awayMs = 10_000

export async function databaseAway(setUp, report, { agents: [agent], callers: [caller] }) {
  await setUp.run('docker compose stop database')
  const seen = []
  const pages = []
  const until = performance.now() + awayMs
  while (performance.now() < until) {
    const [read] = agent.reads()
    seen.push(await caller.ask(read))
    pages.push(await caller.ask({ method: 'GET', path: '/login' }))
    await sleep(250)
  }
  const isOurs = ({ status, headers, body }) =>
    status === 503 && Number(headers['retry-after']) > 0 && JSON.parse(body).response.success === false
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
  let answer
  do {
    await sleep(200)
    answer = await caller.ask(agent.reads()[0])
  } while (answer.status !== 200 && performance.now() - back < 60_000)
  report.check(
    'calls are answered again by themselves',
    answer.status === 200 && JSON.parse(answer.body).response.success,
    `${((performance.now() - back) / 1_000).toFixed(1)} s after the database was started`,
  )
}

function told({ status, headers, body }) {
  return `${status}, Retry-After ${headers['retry-after']}, ${body}`
}
