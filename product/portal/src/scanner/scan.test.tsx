import type { PermissionState, PortResult, RdClient } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import { openedAt } from '@ekyc/ui/testing/opened-at.ts'
import { createScan, type ScanEvent } from './scan.ts'

async function adviceWhere(
  ports: readonly PortResult[],
  permission: PermissionState = 'granted',
): Promise<string[]> {
  const events: ScanEvent[] = []
  const rd = { discover: async () => ({ services: [], ports, permission }) }
  const scan = createScan({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the scan ends with the discovery
    rd: rd as unknown as RdClient,
    emit: event => void events.push(event),
  })
  await scan.start({ wadh: '', remembered: undefined })
  return events.flatMap(event => (event.type === 'scanFailed' ? [event.problem.advice] : []))
}

const at = (
  scheme: 'http' | 'https',
  state: 'closed' | 'silent' | 'no-cors' | 'not-rd-service',
): PortResult => ({
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
  [
    'no call is answered at all, as on a slow computer',
    [at('http', 'silent'), at('https', 'silent'), at('http', 'closed')],
    'noService',
  ],
  [
    'something answers unreadably',
    [at('http', 'not-rd-service'), at('https', 'closed')],
    'answeredUnreadably',
  ],
  ['it keeps https callers waiting too', [at('http', 'no-cors'), at('https', 'silent')], 'closedToPages'],
])('[KYC-9] where %s, the agent is told so', async (_situation, ports, advice) => {
  expect(await adviceWhere(ports)).toEqual([advice])
})

test('[KYC-9] where the browser still asks, its closed question is named before a missing driver', async () => {
  openedAt('https://portal.example/do-kyc')
  expect(await adviceWhere([at('http', 'closed')], 'prompt')).toEqual(['questionClosed'])
  expect(await adviceWhere([at('http', 'not-rd-service')], 'prompt')).toEqual(['answeredUnreadably'])
  openedAt('http://localhost:3000/do-kyc')
  expect(await adviceWhere([at('http', 'closed')], 'prompt')).toEqual(['noService'])
})
