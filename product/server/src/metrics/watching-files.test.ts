import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { adminCommands } from '../../testing/admin-commands.ts'
import { createDoctorMetrics } from './metrics-page.ts'
import { createMetrics } from './metrics.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(path => existsSync(path))

async function seriesTold(): Promise<Set<string>> {
  const metrics = createMetrics()
  metrics.watch({
    hashTurns: () => ({ running: 0, waiting: 0 }),
    connections: () => ({ agents: { inUse: 0, idle: 0, waiting: 0 } }),
    outbox: async () => [{ kind: 'sms', waiting: 0, oldestSeconds: 0 }],
    endOfMonths: async () => new Date('2027-06-01T00:00:00Z'),
    vault: async () => ({ kept: 0, oldestSeconds: 0 }),
    alerts: async () => 0,
    emergencies: async () => 0,
    exceptions: async () => [],
  })
  const texts = await Promise.all([metrics.read(), createDoctorMetrics().read()])
  const text = texts.map(one => one.text).join('')
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)]
  return new Set([
    'up',
    ...typed.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  ])
}

/** The series of other exporters, and of deploy/tell-back-up.sh, that the rules, dashboard and runbook may read. */
const seriesOfOthers = {
  node_exporter: [
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
    'node_timex_offset_seconds',
    'node_timex_sync_status',
  ],
  postgres_exporter: ['pg_up', 'pg_stat_archiver_failed_count', 'pg_stat_replication_pg_wal_lsn_diff'],
  blackbox_exporter: ['probe_success', 'probe_ssl_earliest_cert_expiry'],
  'tell-back-up.sh': ['ekyc_backup_completed_timestamp_seconds'],
}

const selector = /\b(up|(?:ekyc|nodejs|process|node|pg|probe)_\w+)\b(\{[^}]*\})?(?=[[ )]|$)/g

function seriesIn(expression: string): string[] {
  return [...expression.matchAll(selector)].map(([, name = '']) => name)
}

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }

const folder = 'deploy/prometheus'
const rulesOf = (name: string) =>
  (parse(read(`${folder}/${name}.yml`)) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  )
const rules = [...rulesOf('alerts'), ...rulesOf('alerts-around')]
const names = rules.map(({ alert }) => alert)
const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
  panels: { targets: { expr: string }[] }[]
}
const sections = read('docs/runbook.md')
  .split(/^## (?=Ekyc)/m)
  .slice(1)

test('each alert has its section of the runbook, in the order of the rules, and links to it', () => {
  expect(rules.length).toBeGreaterThan(40)
  expect(sections.map(section => section.split('\n')[0])).toEqual(names)
  for (const { alert, labels, annotations } of rules) {
    const section = sections[names.indexOf(alert)] ?? ''
    expect([alert, annotations['runbook_url']]).toEqual([
      alert,
      `{{ $externalLabels.runbook }}#${alert.toLowerCase()}`,
    ])
    expect([alert, /^\*\*(\w+)\.\*\*/m.exec(section)?.[1]?.toLowerCase()]).toEqual([alert, labels.severity])
  }
})

function isRight(words: string): boolean {
  const command = adminCommands.find(({ name }) => `${words} `.startsWith(`${name} `))
  if (!command) return false
  const rest = words.slice(command.name.length).split(' ').filter(Boolean)
  if (rest.includes('--help')) return true
  const { options } = command
  const areKnown = rest
    .filter(word => word.startsWith('--') && word !== '--json')
    .every(word => options.some(({ long }) => long === word))
  const demanded = options.filter(({ mandatory }) => mandatory).map(({ long }) => long ?? '')
  const places = rest.filter((word, at) => !word.startsWith('--') && !rest[at - 1]?.startsWith('--'))
  return (
    areKnown &&
    demanded.every(long => rest.includes(long)) &&
    places.length >= command.arguments.filter(({ required }) => required).length
  )
}

test('the runbook names commands and services that exist', () => {
  const page = read('docs/runbook.md')
  const commands = [...page.matchAll(/deploy\/admin ([a-z][^|`\n]*)/g)].map(([, words = '']) => words.trim())
  expect(commands.length).toBeGreaterThan(15)
  expect(commands.filter(words => !isRight(words))).toEqual([])
  const services = ['compose.yaml', 'deploy/compose.watch.yaml'].flatMap(path =>
    Object.keys((parse(read(path), { merge: true }) as { services: object }).services),
  )
  for (const [, name = ''] of page.matchAll(/docker compose (?:exec|restart)(?: -T)? ([a-z]\S+)/g))
    expect(services).toContain(name)
})

test.each([
  ['the rules', rules.map(({ expr }) => expr)],
  ['the dashboard', dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
  ['the runbook', [...read('docs/runbook.md').matchAll(/^ask '(.*)'$/gm)].map(([, asked = '']) => asked)],
])('every series in %s is one that a server or a named exporter exports', async (_, expressions) => {
  const inUse = expressions.flatMap(seriesIn)
  expect(inUse.length).toBeGreaterThan(20)
  const exported = await seriesExported()
  expect(inUse.filter(name => !exported.has(name))).toEqual([])
})

async function seriesExported(): Promise<Set<string>> {
  return new Set([...(await seriesTold()), ...Object.values(seriesOfOthers).flat()])
}

test.skipIf(!promtool)('promtool accepts the rules, and they fire at the right times only', () => {
  const run = (...words: string[]) => execFileSync(promtool ?? '', words, { cwd: root, encoding: 'utf8' })
  expect(run('check', 'config', `${folder}/prometheus.yml`)).toContain('is valid prometheus config file')
  expect(run('check', 'rules', `${folder}/alerts.yml`, `${folder}/alerts-around.yml`)).not.toContain('FAILED')
  for (const name of ['alerts', 'alerts-days', 'alerts-around'])
    expect(run('test', 'rules', `${folder}/${name}.test.yml`)).toContain('SUCCESS')
})

test('promtool’s tests see each alert fire', () => {
  const tests = ['alerts', 'alerts-days', 'alerts-around']
    .map(name => read(`${folder}/${name}.test.yml`))
    .join('')
  for (const name of names) expect([name, tests.includes(name)]).toEqual([name, true])
})

const amtool = ['/usr/bin/amtool', '/usr/local/bin/amtool'].find(path => existsSync(path))
test.skipIf(!amtool)('amtool accepts the example, which sends each alert to who can help', () => {
  const run = (...words: string[]) =>
    execFileSync(amtool ?? '', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  const file = `${folder}/alertmanager.yml`
  expect(run('check-config', file)).toContain('SUCCESS')
  const receiverOf = ({ alert, labels }: Rule) =>
    run(
      'config',
      'routes',
      'test',
      `--config.file=${file}`,
      `alertname=${alert}`,
      `severity=${labels.severity}`,
    )
  for (const [alert, receiver] of [
    ['EkycAway', 'on-duty'],
    ['EkycNoKyc', 'on-duty'],
    ['EkycDiskFull', 'on-duty'],
    ['EkycAuditRowsRefused', 'on-duty-and-security'],
    ['EkycEmergency', 'on-duty-and-security'],
    ['EkycGuessing', 'security'],
    ['EkycSlow', 'tickets'],
    ['EkycBackUpOld', 'tickets'],
    ['EkycWatchdog', 'heartbeat'],
  ] as const)
    expect([alert, ...rules.filter(rule => rule.alert === alert).map(receiverOf)]).toEqual([alert, receiver])
})

const analyze = '/usr/bin/systemd-analyze'
test.skipIf(!existsSync(analyze))('systemd accepts the unit and rates it as well confined', () => {
  const unit = join(root, 'deploy/agent-ekyc-portal.service')
  expect(execFileSync(analyze, ['verify', unit], { encoding: 'utf8' })).toBe('')
  const report = execFileSync(analyze, ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  })
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(report)?.[1])).toBeLessThan(2.5)
})
