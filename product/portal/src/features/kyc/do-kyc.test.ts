import type { PidData, RdService } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import { noService, permissionProblem } from '../../scanner/scanner-problem.ts'
import type { Scanner } from '../../scanner/scanner-state.ts'
import { doKyc, driverStatus, startDoKyc, type DoKyc, type DoKycEvent } from './do-kyc.ts'

const order = { orderId: 'ord-1', createdOn: '2026-11-20T20:15:07.000Z', wadh: 'w', reference: 'DBS10001' }
const service: RdService = {
  scheme: 'http',
  host: '127.0.0.1',
  port: 11100,
  state: 'ready',
  status: 'READY',
  info: '',
  paths: { capture: '/rd/capture', deviceInfo: '/rd/info' },
}
const device = { service, info: undefined }
// The reducer passes a capture on without reading it.
const capture = { hmac: 'sealed' } as PidData
const captured: DoKycEvent = {
  type: 'captured',
  device,
  capture,
  quality: { kind: 'unknown' },
  capturedAt: 1000,
}

const after = (...events: DoKycEvent[]): DoKyc => events.reduce(doKyc, startDoKyc({ order, reference: '' }))
const scannerOf = (state: DoKyc): Scanner['at'] | undefined =>
  state.step === 'fingerprint' ? state.scanner.at : undefined
const upToCapture: DoKycEvent[] = [
  { type: 'lookingStarted' },
  { type: 'deviceFound', device },
  { type: 'captureStarted', device },
]

const nothingFound = { ports: [], permission: 'granted' } as const

const attempt = { from: new Date(0), to: new Date(1) }

test('[KYC-4] the scan goes looking → ready → capturing → captured, with LOADING and READY', () => {
  const statuses = upToCapture.map((_, index) => {
    const state = after(...upToCapture.slice(0, index + 1))
    return state.step === 'fingerprint' ? driverStatus(state.scanner) : undefined
  })
  expect(statuses).toEqual(['LOADING', 'READY', 'READY'])
  expect(scannerOf(after(...upToCapture, captured))).toBe('captured')
})

test('[KYC-7] a late answer of a cancelled run changes nothing', () => {
  expect(scannerOf(after(...upToCapture, { type: 'scanCancelled' }, captured))).toBe('idle')
  const lateFailure: DoKycEvent = { type: 'scanFailed', problem: noService(nothingFound), attempt }
  expect(scannerOf(after(...upToCapture, captured, lateFailure))).toBe('captured')
})

test('[KYC-9] the coach stays while the browser’s question is open, and goes when it is answered', () => {
  const asked: DoKycEvent = { type: 'permissionAhead', is: 'asked' }
  const looking = after(asked, { type: 'lookingStarted' }, asked)
  expect(looking).toMatchObject({ scanner: { at: 'looking', asks: true } })
  const answered = doKyc(looking, { type: 'permissionAhead', is: 'open' })
  expect(answered).toMatchObject({ scanner: { at: 'looking' } })
  expect(answered).not.toHaveProperty('scanner.asks')
})

test('[KYC-10] only a capture can be submitted, and the state drops it then', () => {
  expect(after({ type: 'submitStarted' }).step).toBe('fingerprint')
  const submitting = after(...upToCapture, captured, { type: 'submitStarted' })
  expect(submitting).toEqual({ step: 'submitting', order })
  expect(JSON.stringify(submitting)).not.toContain('sealed')
})

test('[SES-7] a dropped capture leaves the state', () => {
  const dropped = after(...upToCapture, captured, { type: 'captureDropped' })
  expect(scannerOf(dropped)).toBe('idle')
  expect(JSON.stringify(dropped)).not.toContain('sealed')
})

test('[KYC-4] a change of the permission is shown at once and clears no other problem', () => {
  const problem = permissionProblem('denied') ?? noService(nothingFound)
  const refused: DoKycEvent = { type: 'permissionAhead', is: 'refused', problem }
  const asked: DoKycEvent = { type: 'permissionAhead', is: 'asked' }
  const open: DoKycEvent = { type: 'permissionAhead', is: 'open' }
  expect(scannerOf(after(open))).toBe('idle')
  expect(scannerOf(after(asked))).toBe('coach')
  expect(scannerOf(after(asked, refused))).toBe('problem')
  expect(scannerOf(after(refused, asked))).toBe('coach')
  expect(after(refused, open)).toMatchObject({ scanner: { at: 'idle', because: 'allowed' } })
  const absent: DoKycEvent[] = [
    { type: 'lookingStarted' },
    { type: 'scanFailed', problem: noService(nothingFound), attempt },
  ]
  for (const event of [open, asked, refused]) expect(scannerOf(after(...absent, event))).toBe('problem')
  for (const event of [open, asked, refused])
    expect(scannerOf(after(...upToCapture, event))).toBe('capturing')
})

test('[KYC-2] an order opens only from a running check', () => {
  const opened: DoKycEvent = { type: 'orderOpened', order }
  const empty = startDoKyc({ order: undefined, reference: '' })
  expect(doKyc(empty, opened)).toEqual(empty)
  expect(doKyc(doKyc(empty, { type: 'checkStarted', reference: 'DBS10001' }), opened).step).toBe(
    'fingerprint',
  )
})
