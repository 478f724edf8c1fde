import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mountSmallVolume } from '../product/server/testing/database/small-volume.ts'
import { testPortal } from '../product/server/testing/test-portal.ts'
import { programFile, root } from './folders.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { readSandboxSettings } from './settings.ts'

const CALLS = 8_000
const common = { PATH: process.env.PATH, PORTAL_FOLDER: testPortal }

// The volume exceeds the buffer of waiting log lines.
const volume = mountSmallVolume(6)

describe.skipIf(!volume)('a server whose log is on a full volume', () => {
  let folder: string
  let product: RunningProduct | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ekyc-full-log-'))
    product = await startProduct({
      dataDir: folder,
      port: 0,
      sandboxPort: 0,
      devicePort: 'off',
      env: common,
    })
  })
  afterAll(async () => {
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
    volume?.remove()
  })

  test('goes on answering, logs the number of lost lines once there is space, and stops on request', async () => {
    const file = join(volume?.folder ?? '', 'server.log')
    const { child, address } = await startServer(file)
    await expect.poll(() => readiness(address)).toBe(200)
    volume?.fill()
    for (let count = 0; count < CALLS; count += 20) await refusals(address, 20)
    volume?.makeRoom()
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('log lines were lost')
    await refusals(address, 1)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])

    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { path?: string; lost?: number })
    const answered = lines.filter(({ path }) => path === '/api/v1/nothing').length
    const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0)
    expect(lost).toBeGreaterThan(0)
    expect(answered + lost).toBe(CALLS + 1)
  })

  test('stops on request while the volume is still full', async () => {
    const { child, address } = await startServer(join(volume?.folder ?? '', 'another.log'))
    await expect.poll(() => readiness(address)).toBe(200)
    volume?.fill()
    await refusals(address, 200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  async function startServer(file: string): Promise<{ child: ChildProcess; address: string }> {
    const port = await freePort()
    const log = openSync(file, 'a')
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', programFile('server'), '--exit-with-parent'],
      {
        cwd: root,
        env: { ...common, DATA_DIR: folder, ...readSandboxSettings(folder), PORT: String(port) },
        stdio: ['pipe', log, log],
      },
    )
    closeSync(log)
    return { child, address: `http://127.0.0.1:${port}` }
  }

  async function readiness(address: string): Promise<number> {
    return (await fetch(`${address}/health/ready`)).status
  }

  async function refusals(address: string, count: number): Promise<void> {
    const all = Array.from({ length: count }, () => fetch(`${address}/api/v1/nothing`, { method: 'POST' }))
    for (const answer of await Promise.all(all)) expect(answer.status).toBe(404)
  }
})
