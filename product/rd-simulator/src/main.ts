#!/usr/bin/env node
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'

import { serveControl } from './control-server.ts'
import { makeDeviceKeys, scenarioNames, scenarios, startDevice, vendors } from './index.ts'
import { profiles } from './vendors.ts'

const usage = `rd-simulator            a fingerprint device service on port 11100 of this computer, with synthetic fingers

  --vendor mantra       whose dialect it speaks; idemia speaks https
  --scenario ready      its fault; --list shows all
  --also morpho,idemia  more services, each on the next port
  --port 11100          the first port; the first free one of 21 is taken
  --control 11190       the port of its settings: GET, PUT and DELETE of JSON at http://127.0.0.1:11190
  --finger --delayMs --errCode --errInfo --qScore --skewMs    more settings
`

const settings = 'vendor scenario also finger delayMs errCode errInfo qScore skewMs'.split(' ')

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}

async function run(): Promise<void> {
  const texts = [...settings, 'port', 'control'].map(name => [name, { type: 'string' }] as const)
  const flags = ['list', 'help'].map(name => [name, { type: 'boolean' }] as const)
  const { values } = parseArgs({ options: Object.fromEntries([...texts, ...flags]) })
  const given: Record<string, unknown> = values
  const { port = 11_100, control = 11_190, list, help, ...asked } = given
  if (help) return say(usage)
  if (list) return say(everything())
  const keys = await makeDeviceKeys(new Date())
  const device = await startDevice({ keys, firstPort: portIn(port) })
  // The control expects numbers (milliseconds) for the settings whose names end with Ms.
  const read = ([name, value]: [string, unknown]) => [name, name.endsWith('Ms') ? Number(value) : value]
  await device.control.put(Object.fromEntries(Object.entries(asked).map(read)))
  const server = await serveControl(device, portIn(control))
  const end = () => void device.close().then(() => process.exit(0))
  process.once('SIGTERM', end).once('SIGINT', end)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  say(`A simulated device service, never for production, listens on port ${device.ports.join(', ')}.
Change it while it runs: curl -X PUT -d '{"scenario":"no-finger"}' ${address}`)
}

function portIn(value: unknown): number {
  if (/^\d{1,5}$/.test(String(value)) && Number(value) <= 65_535) return Number(value)
  throw new Error(`${String(value)} is no port number.`)
}

function everything(): string {
  const line = (name: string, says: string) => `  ${name.padEnd(22)} ${says}`
  return [
    'Vendors',
    ...vendors.map(name => line(name, profiles[name].says)),
    'Scenarios',
    ...scenarioNames.map(name => line(name, scenarios[name].says)),
  ].join('\n')
}

function say(words: string): void {
  process.stdout.write(`${words}\n`)
}
