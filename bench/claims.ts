/**
 * The bench measures the cost of a claim, a message's by the outbox and an abandoned order's by the sweep: by its key, as
 * servers claim, against one statement that skips locked rows. One server claims everything that is due, then two at once.
 *
 *   npm run bench:claims [-- --due=20000]
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { openClaims, type ClaimAll, type Claims } from '../server/src/testing/open-claims.ts'
import { runBench } from './measure/bench.ts'
import { median, ratio, spreadOf } from './measure/figures.ts'
import { startTunedPostgres } from './measure/postgres.ts'
import type { Row } from './measure/report.ts'
import { inRounds } from './measure/rounds.ts'

const usual = 20_000
const { values: options } = parseArgs({ options: { due: { type: 'string', default: `${usual}` } } })
const due = Number(options.due)

type Way = 'byKey' | 'skipLocked'

await runBench('claims', async ({ folder, stopAtEnd, report }) => {
  const postgres = stopAtEnd(await startTunedPostgres({ folder: join(folder, 'postgres') }))
  const servers = [await openClaims(postgres.url), await openClaims(postgres.url)]
  for (const server of servers) stopAtEnd({ stop: () => server.close() })

  const rows: Row[] = []
  for (const kind of ['messages', 'orders'] as const)
    for (const count of [1, 2]) {
      const some = servers.slice(0, count)
      const claim = (way: Way) => microsecondsOfClaim(some, server => server[kind][way])
      const measured = await inRounds({ byKey: () => claim('byKey'), skipLocked: () => claim('skipLocked') })
      const share = ratio(measured.byKey, measured.skipLocked)
      rows.push({
        'a claim of': kind,
        servers: count,
        'by key, µs': median(measured.byKey),
        'skipping locked rows, µs': median(measured.skipLocked),
        ratio: share.median,
        spread: spreadOf(share),
      })
    }
  report({
    title: `The cost of a claim, ${due} due`,
    versions: { postgres: postgres.version },
    quick: due !== usual,
    rows,
  })
})

async function microsecondsOfClaim(servers: Claims[], way: (server: Claims) => ClaimAll): Promise<number> {
  await servers[0]?.fill(due)
  const began = performance.now()
  const claims = await Promise.all(servers.map(server => way(server)()))
  const tookMs = performance.now() - began
  const all = claims.reduce((sum, count) => sum + count, 0)
  if (all < due) throw new Error(`${all} of ${due} were claimed`)
  return (1_000 * tookMs) / due
}
