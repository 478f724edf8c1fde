import { createServer, type Server } from 'node:net'

import { startedDevice } from '@ekyc/rd-simulator/testing/started-device'

import type { PortRange } from '../index.ts'

/** The sandbox's device service. */
type SimulatedDevice = {
  /** The eleven consecutive ports on which the device service may listen. */
  range: PortRange
  control(method: 'GET' | 'DELETE'): Promise<Told>
  control(method: 'PUT', settings: DeviceSettings): Promise<Told>
}

type DeviceSettings = Record<string, unknown>

type Told = {
  services: { port: number; scheme: 'http' | 'https'; vendor: string; calls: Record<string, number> }[]
  scenarios: { name: string }[]
  vendors: { name: string }[]
  errCodes: { code: string; says: string }[]
  tlsCertificate: string
}

/** The longest time, in ms, that any wait of the simulated device takes. */
const longestWaitMs = 50

/** Starts the sandbox's device service in this process, on eleven free ports. It stops after the test file. */
export async function simulatedDevice(): Promise<SimulatedDevice> {
  const from = await freePorts(11)
  const { device } = await startedDevice({
    firstPort: from,
    wait: ms => new Promise(resolve => setTimeout(resolve, Math.min(ms, longestWaitMs))),
  })
  const acts = {
    GET: async () => device.control.get(),
    PUT: (settings?: DeviceSettings) => device.control.put(settings),
    DELETE: () => device.control.reset(),
  }
  return {
    range: { scheme: 'http', host: '127.0.0.1', from, to: from + 10 },
    control: async (method: keyof typeof acts, settings?: DeviceSettings) =>
      (await acts[method](settings)) as Told,
  }
}

/** Finds `count` consecutive free ports and returns the first. */
async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const servers = Array.from({ length: count }, () => createServer())
    const results = await Promise.allSettled(servers.map((server, index) => listen(server, first + index)))
    await Promise.all(
      servers.filter(({ listening }) => listening).map(server => server[Symbol.asyncDispose]()),
    )
    if (results.every(({ status }) => status === 'fulfilled')) return first
  }
  throw new Error('no free ports in a row')
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
