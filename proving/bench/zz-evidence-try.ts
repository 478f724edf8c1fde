import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { Client } from 'pg'
import { databaseOn, migrateDatabase } from '../../product/server/src/testing/test-nodes.ts'
import { startTunedPostgres } from './measure/postgres.ts'

import { loadBank, busyReference } from './console/load-bank.ts'

const folder = '/tmp/w/evidence-pg'
mkdirSync(folder, { recursive: true, mode: 0o755 })
const settings = { max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0' }
const postgres = await startTunedPostgres({ folder, settings })
const run = async (url: string, text: string) => {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const orders = Number(process.argv[2])
try {
  await run(postgres.url, 'drop database if exists ev')
  await run(postgres.url, 'create database ev')
  const url = databaseOn(postgres.url, 'ev')
  const began = performance.now()
  await migrateDatabase(url)
  await loadBank(
    url,
    { orders, agents: orders / 10 },
    {
      end: new Date('2027-03-10T06:30:00.000Z'),
      isCluster: false,
      onProgress: what => console.log(Math.round((performance.now() - began) / 1000), what),
    },
  )
  await run(
    url,
    `set session_replication_role = replica; insert into audit_events (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome) select gen_random_uuid(), completed_on, 'system', agent_id, 'server', 'order.settle', id::text, 'verified' from orders; `,
  )
  await run(url, 'analyze audit_events')
  console.log(Math.round((performance.now() - began) / 1000), 'audit')
  const [one] = (await run(
    url,
    `select o.id, reference, transaction_id, mobile from orders o join agents a on a.id = agent_id where created_on < '2021-01-01' limit 1`,
  )) as any
  const [new1] = (await run(
    url,
    `select o.id, reference, transaction_id, agent_id from orders o where created_on > '2027-02-01' limit 1`,
  )) as any
  const [big] = (await run(
    url,
    `select agent_id, count(*) from orders group by 1 order by 2 desc limit 1`,
  )) as any
  console.log(big)
  for (const words of [
    ['--reference', one.reference],
    ['--reference', busyReference],
    ['--order', one.id],
    ['--transaction', one.transaction_id],
    ['--transaction', new1.transaction_id],
    ['--agent', new1.agent_id],
    ['--agent', big.agent_id],
    ['--from', '2027-02-01', '--to', '2027-02-01'],
    ['--from', '2027-02-01', '--to', '2027-02-28'],
  ]) {
    const t = performance.now()
    const r = spawnSync(
      process.execPath,
      ['product/server/src/admin/main.ts', 'evidence', ...words, '--out', '/tmp/w/ev.tar.gz'],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          DATABASE_URL: url,
          AUDIT_KEY: Buffer.alloc(32, 8).toString('base64'),
          ADMIN_OPERATOR: 'bench',
        },
      },
    )
    console.log(
      words.join(' '),
      Math.round(performance.now() - t),
      'ms',
      r.stdout.trim(),
      r.stderr.trim().slice(0, 300),
    )
  }
} finally {
  await postgres.stop()
}
