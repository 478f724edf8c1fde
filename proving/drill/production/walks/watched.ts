import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { documented } from '../documented.ts'
import { publishedPorts } from '../published-ports.ts'
import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'
import { standInsForWatchers } from '../stand-ins.ts'

type Alert = { labels: { alertname: string }; annotations: { runbook_url?: string }; state?: string }
type Call = { path: string; authorization?: string; body: { status: string; alerts: Alert[] } }

const prometheus = 'http://127.0.0.1:9090/api/v1'
const token = 'token-of-the-pager'
/** Prometheus series that the alert rules read from each exporter, some with the condition that a good value meets. */
const series = [
  'ekyc_database_up{job="ekyc"} == 1',
  'ekyc_doctor_last_examination_timestamp_seconds{job="ekyc-doctor"} > 0',
  'probe_success{job="ekyc-portal"} == 1',
  'probe_ssl_earliest_cert_expiry{job="ekyc-portal"}',
  'node_filesystem_avail_bytes{job="ekyc-node",mountpoint="/"}',
  'node_timex_sync_status{job="ekyc-node"}',
  'ekyc_backup_completed_timestamp_seconds{job="ekyc-node"} > 0',
  'pg_up{job="ekyc-postgres"} == 1',
  'pg_stat_archiver_failed_count{job="ekyc-postgres"}',
]
const listener = `require('http').createServer((asked, answer) => {
  let body = ''
  asked.on('data', part => (body += part)).on('end', () => {
    console.log(JSON.stringify({ path: asked.url, authorization: asked.headers.authorization, body: JSON.parse(body) }))
    answer.end()
  })
}).listen(8085)`

/** Follows "Prometheus beside the compose file" of docs/operations.md until an alert reaches the person on duty. */
export async function watched(setUp: SetUp, report: Report): Promise<void> {
  await bringUp(setUp, report)
  await eventually(report, 'every target is up', 120_000, async () => {
    const { activeTargets } = await asked<{
      activeTargets: { scrapeUrl: string; health: string; lastError: string }[]
    }>('targets?state=active')
    const down = activeTargets.filter(({ health }) => health !== 'up')
    return [
      activeTargets.length === 6 && down.length === 0,
      `${activeTargets.length} targets; ${down.map(({ scrapeUrl, lastError }) => `${scrapeUrl} ${lastError}`).join('; ')}`,
    ]
  })
  await eventually(report, 'every rule is evaluated', 90_000, async () => {
    const { groups } = await asked<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
    const rules = groups.flatMap(group => group.rules)
    const bad = rules.filter(({ health }) => health !== 'ok').map(({ name }) => name)
    return [rules.length > 40 && bad.length === 0, `${rules.length} rules; ${bad.join(', ')}`]
  })
  await setUp.run(
    'docker compose exec -T database pg_dump -U postgres --format=custom ekyc >ekyc.dump && deploy/tell-back-up.sh dump ekyc.dump',
  )
  await eventually(report, 'every exporter tells what the rules read', 90_000, async () => {
    const missing: string[] = []
    for (const query of series) {
      const { result } = await asked<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`)
      if (result.length === 0) missing.push(query)
    }
    return [missing.length === 0, missing.join('; ')]
  })
  await nothingIsOpen(setUp, report)
  await alertArrives(setUp, report)
}

async function bringUp(setUp: SetUp, report: Report): Promise<void> {
  const { checkout, folder, nodeImage, host } = setUp
  const images = await standInsForWatchers(setUp)
  writeFileSync(join(checkout, 'listener.js'), listener)
  // Gives blackbox-exporter the portal's address and certificate authority, because no name server of the drill knows
  // the portal, and the proxy signs its own certificate.
  writeFileSync(
    join(checkout, 'drill-watch.yaml'),
    `services:
  proxy: { networks: { edge: { aliases: ['${host}'] } } }
  blackbox-exporter:
    environment: { SSL_CERT_FILE: /proxy-authority.pem }
    volumes: ['${folder}/proxy-authority.pem:/proxy-authority.pem:ro']
  on-duty:
    ulimits: { core: 0, nofile: 16384 }
    image: ${nodeImage}
    command: [node, /listener.js]
    volumes: ['./listener.js:/listener.js:ro']
    networks: [desk]
`,
  )
  Object.assign(setUp.env, images, {
    COMPOSE_FILE: `${setUp.env.COMPOSE_FILE}:deploy/compose.watch.yaml:drill-watch.yaml`,
  })
  // Skips the documented line that sets COMPOSE_FILE in .env, because the COMPOSE_FILE set above takes precedence.
  for (const command of documented('watch').filter(line => !line.includes('COMPOSE_FILE'))) {
    report.say(command)
    if (command.startsWith('curl')) await sleep(5_000)
    await setUp.run(command.startsWith('install') ? `printf %s '${token}' | ${command}` : command)
    if (command.startsWith('cp ')) nameReceivers(join(checkout, 'deploy', 'alertmanager.yml'))
  }
}

function nameReceivers(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/https:\/\/(pager|heartbeat)\S*\/ekyc/g, 'http://on-duty:8085/$1')
    .replace('group_interval: 5m', 'group_interval: 10s')
  writeFileSync(file, text)
}

async function nothingIsOpen(setUp: SetUp, report: Report): Promise<void> {
  const open = (await publishedPorts(setUp)).filter(one => !/^(proxy|world) /.test(one)).toSorted()
  report.check(
    'Prometheus and Alertmanager listen on this machine alone, and no exporter at all',
    open.join() === 'alertmanager 127.0.0.1:9093->9093/tcp,prometheus 127.0.0.1:9090->9090/tcp',
    open.join('; '),
  )
  const tables = await setUp.run(
    `docker compose exec -T database psql -U postgres -d ekyc -tAc "select count(*) from pg_tables where ` +
      `schemaname not in ('pg_catalog', 'information_schema') and ` +
      `has_table_privilege('ekyc_watcher', format('%I.%I', schemaname, tablename), 'select')"`,
  )
  report.check('ekyc_watcher reads no table', tables.stdout.trim() === '0', tables.stdout.trim())
}

async function alertArrives(setUp: SetUp, report: Report): Promise<void> {
  const runbook = 'https://git.bank.example/agent-ekyc-portal/docs/runbook.md#ekycaway'
  await setUp.run('docker compose stop server-1 server-2')
  await eventually(report, 'without a server EkycAway fires and links to its runbook', 200_000, async () => {
    const { alerts } = await asked<{ alerts: Alert[] }>('alerts')
    const away = alerts.find(({ labels }) => labels.alertname === 'EkycAway')
    return [
      away?.state === 'firing' && away.annotations.runbook_url === runbook,
      `${away?.state} ${away?.annotations.runbook_url}`,
    ]
  })
  const received = (status: string) => async (): Promise<[boolean, string]> => {
    const calls = await callsOf(setUp)
    const call = calls.find(
      ({ path, body }) =>
        path === '/pager' && body.status === status && body.alerts[0]?.labels.alertname === 'EkycAway',
    )
    const isRight =
      call?.authorization === `Bearer ${token}` && call.body.alerts[0]?.annotations.runbook_url === runbook
    return [isRight, calls.map(({ path, body }) => `${path} ${body.status}`).join(', ')]
  }
  await eventually(report, 'whoever is on duty is called, with the token', 90_000, received('firing'))
  await setUp.run('docker compose start server-1 server-2')
  await eventually(report, 'with the servers back the call is taken back', 200_000, received('resolved'))
  report.check(
    'the heartbeat goes out',
    (await callsOf(setUp)).some(({ path }) => path === '/heartbeat'),
  )
}

async function callsOf(setUp: SetUp): Promise<Call[]> {
  const { stdout } = await setUp.run(`docker logs ${await setUp.containerOf('on-duty')}`)
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Call)
}

async function asked<Data>(path: string): Promise<Data> {
  const answer = await fetch(`${prometheus}/${path}`)
  return ((await answer.json()) as { data: Data }).data
}

async function eventually(
  report: Report,
  text: string,
  patienceMs: number,
  look: () => Promise<[boolean, string]>,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const [isSo, detail] = await look().catch((error: unknown): [boolean, string] => [false, String(error)])
    if (isSo || performance.now() > until) return report.check(text, isSo, detail)
    await sleep(2_000)
  }
}
