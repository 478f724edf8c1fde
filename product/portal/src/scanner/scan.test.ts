import type { PortResult, RdClient } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import { createScan, type ScanEvent } from './scan.ts'

async function adviceWhere(ports: readonly PortResult[]): Promise<string[]> {
  const events: ScanEvent[] = []
  const rd = { discover: async () => ({ services: [], ports, permission: 'granted' }) }
  const scan = createScan({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the scan ends with the discovery
    rd: rd as unknown as RdClient,
    emit: event => void events.push(event),
    now: () => 0,
    qualityBounds: () => undefined,
  })
  await scan.start({ wadh: '', remembered: undefined })
  return events.flatMap(event => (event.type === 'scanFailed' ? [event.problem.advice] : []))
}

const at = (scheme: 'http' | 'https', state: 'closed' | 'silent' | 'no-cors'): PortResult => ({
  scheme,
  host: '127.0.0.1',
  port: 11100,
  state,
})

test.each([
  ['nothing listens', [at('http', 'closed'), at('https', 'closed')], 'noService'],
  ['a program takes calls and answers none', [at('http', 'silent'), at('https', 'closed')], 'serviceStuck'],
  ['an https program answers none', [at('http', 'closed'), at('https', 'silent')], 'serviceStuck'],
  ['a service is closed to pages', [at('http', 'no-cors'), at('https', 'closed')], 'closedToPages'],
  ['it keeps https callers waiting too', [at('http', 'no-cors'), at('https', 'silent')], 'closedToPages'],
])('[KYC-9] where %s, the agent is told so', async (_situation, ports, advice) => {
  expect(await adviceWhere(ports)).toEqual([advice])
})
