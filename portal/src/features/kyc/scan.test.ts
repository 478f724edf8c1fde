import type { Discovery, RdClient } from '@ekyc/rd-client'
import { afterEach, expect, test, vi } from 'vitest'

import type { ScannerEvent } from './do-kyc.ts'
import { createScan } from './scan.ts'

afterEach(() => vi.unstubAllGlobals())

async function scanWhere(discovery: Pick<Discovery, 'permission'>, hostname: string): Promise<string[]> {
  vi.stubGlobal('location', { hostname })
  const events: ScannerEvent[] = []
  const rd = { discover: async () => ({ services: [], ports: [], ...discovery }) } as unknown as RdClient
  const scan = createScan({
    rd,
    emit: event => void events.push(event),
    now: () => 0,
    qualityBounds: () => undefined,
  })
  await scan.start({ wadh: '', remembered: undefined, signal: new AbortController().signal })
  return events.flatMap(event => (event.type === 'scanFailed' ? [event.problem.advice] : []))
}

test("[KYC-9] finding nothing while the browser's question is open is told apart from no service", async () => {
  expect(await scanWhere({ permission: 'prompt' }, 'kyc.bank.example')).toEqual(['permissionUnanswered'])
  expect(await scanWhere({ permission: 'granted' }, 'kyc.bank.example')).toEqual(['noService'])
})

test('on a page from this computer, which is never asked, finding nothing means no service', async () => {
  expect(await scanWhere({ permission: 'prompt' }, '127.0.0.1')).toEqual(['noService'])
})
