import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createMetrics } from './metrics.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(path => existsSync(path))

/** All series of a server, and Prometheus' own `up`. */
async function seriesTold(): Promise<Set<string>> {
  const metrics = createMetrics()
  metrics.watch({
    hashTurns: () => ({ running: 0, waiting: 0 }),
    connections: () => ({ agents: { inUse: 0, idle: 0, waiting: 0 } }),
    outbox: async () => [{ kind: 'sms', waiting: 0, oldestSeconds: 0 }],
    endOfMonths: async () => new Date(),
  })
  const { text } = await metrics.read()
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)]
  return new Set([
    'up',
    ...typed.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  ])
}

function seriesIn(expression: string): string[] {
  return expression.match(/\b(?:ekyc|nodejs|process)_\w+/g) ?? []
}

/** The rows of the table with a query for Prometheus. */
function documentedAlerts(): { expr: string; for: string }[] {
  const [, table = ''] = /### Alerts to begin with([\s\S]*?)### Logs/.exec(read('docs/operations.md')) ?? []
  return [...table.matchAll(/^\| (`.*?) +\| (\d+) (m|h) +\|/gm)]
    .map(([, when = '', count, unit]) => ({
      expr: [...when.replaceAll('\\|', '|').matchAll(/`([^`]+)`/g)].map(([, one]) => one).join(' or '),
      for: `${count}${unit}`,
    }))
    .filter(({ expr }) => seriesIn(expr).length > 0)
}

test('deploy/prometheus/alerts.yml has exactly the alerts of the table in docs/operations.md', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/expr: '(.*)'\n +for: (\S+)/g)]
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.map(([, expr, minutes]) => ({ expr, for: minutes }))).toEqual(documentedAlerts())
})

test.each([
  ['deploy/prometheus/alerts.yml', /expr: '(.*)'/g],
  ['deploy/grafana-dashboard.json', /"expr": "(.*)"/g],
])('every series in %s is one that a server exports', async (path, expressions) => {
  const seriesInUse = [...read(path).matchAll(expressions)].flatMap(([, expression = '']) =>
    seriesIn(expression),
  )
  expect(seriesInUse.length).toBeGreaterThan(10)
  const exportedSeries = await seriesTold()
  expect(seriesInUse.filter(name => !exportedSeries.has(name))).toEqual([])
})

test.skipIf(!promtool)('promtool accepts the alerts, and they fire at the right times only', () => {
  const run = (...words: string[]) => execFileSync(promtool ?? '', words, { cwd: root, encoding: 'utf8' })
  expect(run('check', 'rules', 'deploy/prometheus/alerts.yml')).toContain('SUCCESS: 20 rules found')
  expect(run('test', 'rules', 'deploy/prometheus/alerts.test.yml')).toContain('SUCCESS')
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
