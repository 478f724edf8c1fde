import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'
import { expect, test } from 'vitest'

import { productionSettings } from '../../../testing/production-settings.ts'

test('doctor stays, looks again, and tells its problems by name as metrics', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'doctor', '--every', '6'], {
    env: {
      PATH: process.env['PATH'],
      ...(await productionSettings()),
      DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x',
      AUTHORITY_URL: 'http://127.0.0.1:9',
      BANK_URL: 'http://127.0.0.1:9',
      SMS_URL: 'http://127.0.0.1:9',
      METRICS_PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (text: Buffer) => void (out += text.toString()))
  await expect.poll(() => out).toContain('Problems: ')
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toContain('ekyc_doctor_problem{what="database"} 1')
  expect(metrics).toContain('ekyc_doctor_problem{what="bank"} 1')
  expect(metrics).not.toContain('what="settings"')
  expect(metrics).toMatch(/^ekyc_doctor_last_examination_timestamp_seconds \d{10}/m)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})
