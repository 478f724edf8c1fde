import { generateKeyPairSync } from 'node:crypto'

import { scenarioNames, vendors } from '@ekyc/rd-simulator'
import { deviceRegistry } from '@ekyc/rd-simulator/registry'
import { serviceOf } from '@ekyc/rd-simulator/testing/device-client'
import { startedDevice } from '@ekyc/rd-simulator/testing/started-device'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { demands, isIntact, observe, reportOn, signed, type ObserveOptions, type Report } from './index.ts'

/** Only the device's own waits take time, on a clock that the test moves. */
const { device } = await startedDevice({ wait: async ms => void vi.advanceTimersByTime(ms) })

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  await device.control.reset()
  await device.control.put({ delayMs: 0 })
})

afterEach(() => vi.restoreAllMocks().useRealTimers())

/** The demand whose result depends on this machine: the device has any free port. */
const ofTheTest = ['port']

async function examined(
  { scheme = 'http', ca }: { scheme?: 'http' | 'https'; ca?: string } = {},
  options: ObserveOptions = { captures: 2 },
): Promise<Report> {
  const [port = 0] = device.ports
  return reportOn(await observe({ scheme, host: '127.0.0.1', port, ca }, options))
}

function idsOf(report: Report, ...verdicts: string[]): string[] {
  const told = report.results.filter(
    ({ verdict, id }) => verdicts.includes(verdict) && !ofTheTest.includes(id),
  )
  return told.map(({ id }) => id)
}

/** Lets the time limit of a call pass as soon as the device has left a request without an answer. */
function limitToSilence(): () => void {
  const { unanswered } = serviceOf(device)
  let limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => (limit = new AbortController()).signal)
  let seen = unanswered()
  const looking = setInterval(() => {
    if (unanswered() === seen) return
    seen = unanswered()
    limit.abort()
  }, 2)
  return () => clearInterval(looking)
}

/** The demands from which a vendor's driver differs. Browsers and tolerant clients cope with these faults. */
const habits: Record<string, string[]> = {
  morpho: ['interfaces'],
  startek: ['interfaces'],
  idemia: ['interfaces'],
}

test.each(vendors)('no demand is missed by %s, and its habits are told', async vendor => {
  const { tlsCertificate } = (await device.control.put({ vendor })) as { tlsCertificate: string }
  const scheme = vendor === 'idemia' ? 'https' : 'http'
  const report = await examined({ scheme, ca: tlsCertificate })
  expect(idsOf(report, 'missed')).toEqual([])
  expect(idsOf(report, 'differs')).toEqual(habits[vendor] ?? [])
  expect(report.service).toMatchObject({ mi: deviceRegistry[vendor].mi, dpId: deviceRegistry[vendor].dpId })
})

test('of a port without a service only that is told', async () => {
  const seen = await observe({ scheme: 'http', host: '127.0.0.1', port: 1 }, { captures: 0 })
  const report = reportOn(seen)
  expect(report.service).toEqual({ scheme: 'http', host: '127.0.0.1', port: 1, pageOrigin: seen.pageOrigin })
  const met = report.results.filter(({ verdict }) => verdict === 'met').map(({ id }) => id)
  const ofTheNetwork = [...ofTheTest, 'loopback-only']
  const withoutAnswers = ['answer-time', 'private-network', 'preflight-time', 'https-certificate']
  expect(met.filter(id => !ofTheNetwork.includes(id))).toEqual(withoutAnswers)
})

test('an https service whose certificate the computer does not trust is told so', async () => {
  await device.control.put({ vendor: 'idemia' })
  expect(idsOf(await examined({ scheme: 'https' }), 'missed')).toEqual(['https-certificate'])
})

const noPreflight = ['preflight', 'preflight-origin', 'preflight-methods', 'preflight-headers']
const unreadable = ['documents', 'error-codes', 'capture']

/**
 * The demands that each scenario breaks, without those in `ofTheTest`. A scenario with an empty list has no fault, or
 * one that these demands do not show, such as a wrong wadh.
 */
const faults: Record<string, string[]> = {
  ready: [],
  'not-ready': ['scanner', 'device-info', 'capture'],
  'in-use': ['scanner', 'capture'],
  'odd-status': ['status', 'scanner', 'capture'],
  'no-finger': ['capture'],
  error: ['capture'],
  'old-driver': ['capture'],
  iris: ['capture'],
  'hostile-text': ['display-text', 'capture'],
  'low-quality': ['capture-quality'],
  'fair-quality': ['capture-quality'],
  'comma-quality': ['capture-quality'],
  'no-quality': ['capture-quality'],
  'wrong-wadh': [],
  'tampered-hmac': [],
  'clock-skew': ['capture-clock'],
  'ending-certificate': [],
  'expired-certificate': ['device-certificate'],
  replay: ['capture-once'],
  slow: ['answer-time'],
  'silent-drop': ['discovery', 'discovery-line', 'whole-answers', 'device-info', ...noPreflight],
  'silent-capture': ['whole-answers', ...noPreflight],
  'broken-connection': ['whole-answers', ...noPreflight],
  'no-cors': ['preflight-origin', 'preflight-methods', 'preflight-headers', 'answer-origin'],
  'lower-case-methods': ['preflight-methods'],
  'wrong-content-length': ['whole-answers'],
  'short-content-length': ['whole-answers'],
  'server-error': ['http-status'],
  redirect: ['http-status'],
  truncated: unreadable,
  empty: unreadable,
  'not-rd-service': ['discovery', 'documents'],
  'byte-order-mark': ['documents'],
  'utf-16': ['documents'],
  'invalid-utf-8': unreadable,
  huge: unreadable,
  doctype: unreadable,
  'two-resp': unreadable,
  'two-pid-data': unreadable,
  'trailing-junk': ['documents'],
  'no-interface': ['interfaces'],
  'other-host': ['interfaces'],
  'no-resp': ['capture', 'capture-parts'],
  'success-without-data': ['capture', 'capture-parts'],
  'odd-success': ['capture'],
  'misshapen-hmac': ['capture', 'capture-parts'],
}

test('every fault of the simulator has its demands', () => {
  expect(Object.keys(faults).toSorted()).toEqual(scenarioNames.toSorted())
})

test.each(Object.entries(faults))('the fault %s is named by %j', async (scenario, ids) => {
  await device.control.put({ scenario })
  const restore = limitToSilence()
  const report = await examined()
  restore()
  expect(idsOf(report, 'missed', 'differs')).toEqual(ids)
})

test('a slow service and a slow preflight are told', async () => {
  await device.control.put({ scenario: 'slow', slow: { OPTIONS: 201 } })
  const report = await examined({}, { captures: 0 })
  expect(idsOf(report, 'differs')).toEqual(['answer-time', 'preflight-time'])
})

test('what the device advises on its own code stands in the report', async () => {
  await device.control.put({ scenario: 'old-driver' })
  const found = (await examined()).results.find(({ id }) => id === 'capture')
  expect(found).toMatchObject({
    found: 'errCode 110: Invalid value for fType',
    remedy: 'Update the device service.',
  })
})

test('a report has nothing of the capture, the serial number, the device code or the certificate', async () => {
  const { serialNumber, dc } = deviceRegistry.mantra
  await device.control.put({ scenario: 'error', errInfo: `Device ${serialNumber} (${dc}) failed` })
  const report = await examined()
  expect(report.results.find(({ id }) => id === 'capture')?.found).toBe('errCode 730: Device … (…) failed')
  const text = JSON.stringify([report, await (await device.control.reset(), examined())])
  for (const secret of [serialNumber, dc, 'MII', 'sysid', '6E3F00D15C0FFEE0BFF0'])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/[\w+/]{60}/)
})

test('a report is signed, and a change of it is noticed', async () => {
  const report = signed(await examined({}, { captures: 0 }), generateKeyPairSync('ed25519').privateKey)
  const again = JSON.parse(JSON.stringify(report, null, 2)) as typeof report
  expect(isIntact(again)).toBe(true)
  expect(report.results.map(({ id }) => id)).toEqual(demands.map(({ id }) => id))
  again.counts.missed += 1
  expect(isIntact(again)).toBe(false)
  expect(isIntact({ ...report, signature: { ...report.signature, publicKey: 'no key' } })).toBe(false)
})
