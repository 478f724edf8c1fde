import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { PortRange } from '../index.ts'
import { freePorts } from './device-service.ts'

/** The sandbox's device service, which runs as a separate program. */
export type SandboxDevice = {
  /** The eleven consecutive ports on which the device service may listen. */
  range: PortRange
  control(method: 'GET' | 'DELETE'): Promise<Told>
  control(method: 'PUT', settings: DeviceSettings): Promise<Told>
  stop(): Promise<void>
}

export type DeviceSettings = Record<string, unknown>

export type Told = {
  services: { port: number; scheme: 'http' | 'https'; vendor: string; calls: Record<string, number> }[]
  scenarios: { name: string }[]
  vendors: { name: string }[]
  errCodes: { code: string; says: string }[]
  tlsCertificate: string
}

/** Starts the sandbox as a child process. `program` is the path of product/sandbox/src/main.ts. */
export async function startSandboxDevice(program: string): Promise<SandboxDevice> {
  const from = await freePorts(11)
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-device-'))
  const child = spawn(process.execPath, [program, '--exit-with-parent'], {
    env: { ...process.env, SANDBOX_PORT: '0', DEVICE_PORT: `${from}`, DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the sandbox ended')))
  ended.catch(() => undefined)
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  const { sandbox } = JSON.parse(String(line)) as { sandbox: string }

  return {
    range: { scheme: 'http', host: '127.0.0.1', from, to: from + 10 },
    async control(method: string, settings?: DeviceSettings): Promise<Told> {
      const body = settings && JSON.stringify(settings)
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const answer = await fetch(`${sandbox}/device`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      if (!answer.ok) throw new Error(`${method} /device: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Told
    },
    async stop() {
      child.stdin.end()
      await ended.catch(() => undefined)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
