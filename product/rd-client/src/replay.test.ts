import { testTime } from '@ekyc/rd-simulator/testing/started-device'
import { beforeEach, expect, test, vi } from 'vitest'

import { createRecorder, replay, type PortRange, type RecordedAttempt } from './index.ts'
import { deviceOutcomes, outcomeOf, vendorOutcomes } from './testing/device-outcomes.ts'
import { fetchTrusting } from './testing/fetch-trusting.ts'
import { simulatedDevice } from './testing/simulated-device.ts'
import { wholeRun, type Run, type RunOptions } from './testing/whole-run.ts'

const device = await simulatedDevice()

beforeEach(async () => {
  await device.control('DELETE')
  await device.control('PUT', { delayMs: 0 })
})

/** Limits that no busy machine reaches. */
const patient = { probeTimeoutMs: 60_000, patienceMs: 60_000 }

/** The scenario that the test leaves out, because its capture gets no answer for 30 s. */
const tooLong = ['silent-capture']

test.each(
  deviceOutcomes
    .filter(({ scenario }) => !tooLong.includes(scenario))
    .map(outcome => [outcome.scenario, outcome] as const),
)('a recorded attempt ends in its replay as it did at the scanner: %s', async (scenario, of) => {
  await device.control('PUT', { scenario })
  const options = { ...onePort('http'), ...of.options }
  const { attempt, run } = await recordedRun(options)
  const again = await replayed(attempt, options)
  // A recording has no certificate, so a replay cannot tell whether the certificate has ended.
  const { certificateEnded: _unknown, ...expected } = of.expected
  expect(outcomeOf(again, expected)).toEqual(outcomeOf(run, expected))
  expect(outcomeOf(again, expected)).toEqual(expected)
})

test.each(vendorOutcomes.map(outcome => [outcome.vendor, outcome] as const))(
  'a replay of %s has its model, its level and its quality, and no serial number',
  async (vendor, { scheme, mi, level, serialNumber }) => {
    const { tlsCertificate } = await device.control('PUT', { vendor })
    const { attempt, run } = await recordedRun(onePort(scheme), fetchTrusting(tlsCertificate))
    const again = await replayed(attempt, onePort(scheme))
    expect(again.device).toMatchObject({ mi, level })
    expect(again.quality).toEqual(run.quality)
    expect(JSON.stringify(attempt)).not.toContain(serialNumber || 'an unknown serial number')
  },
)

test('a case survives a file, and several services stay several', async () => {
  await device.control('PUT', { also: ['morpho', 'secugen'], scenario: 'in-use' })
  const options = { ranges: [device.range], ...patient }
  const { attempt, run } = await recordedRun(options)
  const again = await replayed(attempt, options)
  expect(again.ports).toEqual(run.ports)
  expect(again.services.map(({ port, state }) => ({ port, state }))).toEqual(
    run.services.map(({ port, state }) => ({ port, state })),
  )
})

test('a recorder forgets the last attempt when the next one begins', async () => {
  const recorder = createRecorder()
  await wholeRun(onePort('http'), { observe: recorder.observe })
  expect(recorder.exchanges().map(({ method }) => method)).toEqual(['RDSERVICE', 'DEVICEINFO', 'CAPTURE'])
  recorder.begin()
  expect(recorder.exchanges()).toEqual([])
})

async function recordedRun(options: RunOptions, fetch?: typeof globalThis.fetch | ReturnType<typeof fetchTrusting>) {
  const recorder = createRecorder()
  const run = await wholeRun(options, { observe: recorder.observe, ...(fetch && { fetch }) })
  const attempt = {
    format: 1,
    recordedOn: testTime.toISOString(),
    permission: 'unknown',
    pageHost: 'portal.example',
    exchanges: recorder.exchanges(),
  } as const
  return { attempt, run }
} // prettier-ignore

async function replayed(attempt: RecordedAttempt, options: RunOptions): Promise<Run> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    now: new Date(attempt.recordedOn),
  })
  try {
    const { fetch, permission } = replay(JSON.parse(JSON.stringify(attempt)) as RecordedAttempt)
    const run = wholeRun(options, { fetch, permission })
    await vi.advanceTimersByTimeAsync(90_000)
    return await run
  } finally {
    vi.useRealTimers()
  }
}

function onePort(scheme: PortRange['scheme']): RunOptions {
  return { ranges: [{ ...device.range, scheme, to: device.range.from }], ...patient }
}
