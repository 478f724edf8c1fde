/**
 * The bench measures the cost of a claim, a message's by the outbox and an abandoned order's by the sweep. One server claims
 * everything that is due, then two at once.
 *
 *   npm run bench:claims [-- --due=20000]
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { openClaims, type Claims } from '../server/src/testing/open-claims.ts'
import { runBench } from './measure/bench.ts'
import { figure, spreadOf } from './measure/figures.ts'
import { startTunedPostgres } from './measure/postgres.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'

const usual = 20_000
const { values: options } = parseArgs({ options: { due: { type: 'string', default: `${usual}` } } })
const due = Number(options.due)

await runBench('claims', async ({ folder, stopAtEnd, report }) => {
  const postgres = stopAtEnd(await startTunedPostgres({ folder: join(folder, 'postgres') }))
  const servers = [await openClaims(postgres.url), await openClaims(postgres.url)]
  for (const server of servers) stopAtEnd({ stop: () => server.close() })

  const rows: Row[] = []
  for (const kind of ['messages', 'orders'] as const) {
    const claim = (count: number) => microsecondsOfClaim(servers.slice(0, count), kind)
    const measured = await inRounds({ one: () => claim(1), two: () => claim(2) })
    const [one, two] = [figure(measured.one), figure(measured.two)]
    rows.push({
      'a claim of': kind,
      'one server, µs': one.median,
      'spread of one': spreadOf(one),
      'two servers, µs': two.median,
      'spread of two': spreadOf(two),
    })
  }
  report({
    title: `The cost of a claim, ${due} due`,
    versions: { postgres: postgres.version },
    quick: due !== usual,
    rows,
  })
})

async function microsecondsOfClaim(servers: Claims[], kind: 'messages' | 'orders'): Promise<number> {
  await servers[0]?.fill(due)
  const began = performance.now()
  const claims = await Promise.all(servers.map(server => server[kind]()))
  const tookMs = performance.now() - began
  const all = claims.reduce((sum, count) => sum + count, 0)
  if (all < due) throw new Error(`${all} of ${due} were claimed`)
  return (1_000 * tookMs) / due
}
