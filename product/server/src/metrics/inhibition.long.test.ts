import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

const alertmanager = ['/usr/bin/prometheus-alertmanager', '/usr/local/bin/alertmanager'].find(path =>
  existsSync(path),
)
const example = join(import.meta.dirname, '../../../../deploy/prometheus/alertmanager.yml')

type Labels = { alertname: string; [label: string]: string }
type Alert = { labels: Labels; status: { state: string } }

async function expectSuppressed(alerts: Labels[], names: string[]): Promise<void> {
  const address = `http://${await startAlertmanager()}/api/v2/alerts`
  const { status } = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(alerts.map(labels => ({ labels }))),
  })
  expect(status).toBe(200)
  await expect
    .poll(async () => {
      const known = (await (await fetch(address)).json()) as Alert[]
      const named = (state: string) =>
        known.flatMap(one => (one.status.state === state ? [one.labels.alertname] : [])).toSorted()
      return { suppressed: named('suppressed'), active: named('active').length }
    })
    .toEqual({ suppressed: names, active: alerts.length - names.length })
}

function startAlertmanager(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-alertmanager-'))
  const words = [`--config.file=${example}`, `--storage.path=${folder}`, '--cluster.listen-address=']
  const started = spawn(alertmanager ?? '', [...words, '--web.listen-address=127.0.0.1:0'])
  const ended = new Promise(resolve => started.once('exit', resolve))
  onTestFinished(async () => {
    started.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  return new Promise((resolve, reject) => {
    let said = ''
    started.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, at] = /Listening on" address=(\S+:\d+)\n/.exec(said) ?? []
      if (at !== undefined) resolve(at)
    })
    void ended.then(() => reject(new Error(said)))
  })
}

const page = (alertname: string, labels: object = {}) => ({ alertname, severity: 'page', ...labels })

test.skipIf(!alertmanager)('one cause wakes once, and what is no consequence wakes too', async () => {
  const alerts = [
    page('EkycDatabaseAway'),
    page('EkycNoKyc'),
    page('EkycPortalAway', { instance: 'p' }),
    page('EkycAuditRowsRefused'),
    page('EkycEmergency'),
    page('EkycBankTrouble', { operation: 'look' }),
    page('EkycDiskFull', { instance: 'a', mountpoint: '/' }),
    page('EkycDiskFills', { instance: 'a', mountpoint: '/' }),
    page('EkycDiskFills', { instance: 'b', mountpoint: '/' }),
  ]
  await expectSuppressed(alerts, ['EkycDiskFills', 'EkycNoKyc', 'EkycPortalAway'])
})

test.skipIf(!alertmanager)('a bank that is away does not hide log-ins that fail', async () => {
  const alerts = [
    page('EkycBankTrouble', { operation: 'look' }),
    page('EkycMainCallsFail', { call: 'checkReference' }),
    page('EkycMainCallsFail', { call: 'login' }),
    page('EkycCallsFail', { call: 'login' }),
    page('EkycCallsFail', { call: 'getOrder' }),
  ]
  await expectSuppressed(alerts, ['EkycCallsFail', 'EkycMainCallsFail'])
})
