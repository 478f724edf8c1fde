import { beforeEach, expect, test } from 'vitest'

import type { PortRange } from './index.ts'
import { deviceOutcomes, outcomeOf, vendorOutcomes } from './testing/device-outcomes.ts'
import { fetchTrusting } from './testing/fetch-trusting.ts'
import { simulatedDevice } from './testing/simulated-device.ts'
import { wholeRun } from './testing/whole-run.ts'

const device = await simulatedDevice()

beforeEach(async () => {
  await device.control('DELETE')
  await device.control('PUT', { delayMs: 0 })
})

test('the table has every scenario and vendor of the simulator', async () => {
  const { scenarios, vendors } = await device.control('GET')
  expect(deviceOutcomes.map(({ scenario }) => scenario).toSorted()).toEqual(namesOf(scenarios))
  expect(vendorOutcomes.map(({ vendor }) => vendor as string).toSorted()).toEqual(namesOf(vendors))
})

const titled = deviceOutcomes.map(outcome => [outcome.rows, outcome.scenario, outcome] as const)

// A capture without an answer takes 30 s. rd-client.test.ts shows it by fake time.
test.each(titled.filter(([, name]) => name !== 'silent-capture'))(
  '[%s] Node: %s',
  async (_rows, scenario, { options, expected }) => {
    await device.control('PUT', { scenario })
    const run = await wholeRun({ ...onePort(), ...patient, ...options })
    expect(outcomeOf(run, expected)).toEqual(expected)
  },
)

test('[KYC-8] every errCode of the standard and of the vendors is reported with its text', async () => {
  const { errCodes } = await device.control('GET')
  const seen = []
  for (const { code } of errCodes.filter(each => each.code !== '700')) {
    await device.control('PUT', { scenario: 'error', errCode: code })
    const { capture, deviceCode, deviceText } = await wholeRun({ ...onePort(), ...patient })
    expect(capture).toBe('refused')
    seen.push({ code: deviceCode, says: deviceText })
  }
  expect(seen).toHaveLength(22)
  expect(errCodes).toEqual(expect.arrayContaining(seen))
})

test('[KYC-15] nothing is sent to a scanner that is not ready', async () => {
  await device.control('PUT', { scenario: 'not-ready' })
  await wholeRun({ ...onePort(), ...patient })
  const { services } = await device.control('GET')
  expect(services[0]?.calls).toMatchObject({ DEVICEINFO: 1, CAPTURE: 0 })
})

const vendors = vendorOutcomes.map(outcome => [outcome.vendor, outcome] as const)

test.each(vendors)(
  '[KYC-5, KYC-6, KYC-7] Node: a capture by %s, at the paths that it names',
  async (vendor, { scheme, mi, serialNumber, level, params }) => {
    const { tlsCertificate } = await device.control('PUT', { vendor })
    const run = await wholeRun({ ...onePort(scheme), ...patient }, { fetch: fetchTrusting(tlsCertificate) })
    expect(run).toMatchObject({ capture: 'captured', quality: [expect.any(Number)] })
    expect(run.device).toMatchObject({ mi, serialNumber, level })
    expect(run.device).toHaveProperty('params.length', params)
  },
)

test.each(vendors)('[KYC-8] Node: a refusal by %s, in its own form', async (vendor, { scheme }) => {
  const { tlsCertificate } = await device.control('PUT', { vendor, scenario: 'error', errCode: '720' })
  const run = await wholeRun({ ...onePort(scheme), ...patient }, { fetch: fetchTrusting(tlsCertificate) })
  expect(run).toMatchObject({ capture: 'refused', deviceCode: '720' })
  // SecuGen's refusal has no errInfo.
  expect(run.deviceText).toBe(vendor === 'secugen' ? undefined : 'Device not ready')
})

test('[KYC-5] several services on several ports are all found, each with its own state', async () => {
  const { services } = await device.control('PUT', { also: ['morpho', 'secugen'], scenario: 'in-use' })
  const run = await wholeRun({ ranges: [device.range], ...patient })
  expect(run.ports.toSorted()).toEqual([...Array<string>(8).fill('closed'), 'in-use', 'ready', 'ready'])
  const [mantra, ...others] = services.map(({ port }) => port)
  expect(run.services.map(({ port }) => port)).toEqual([...others, mantra])
})

/** Limits that no busy machine reaches. The scenarios `slow` and `silent-drop` have limits of their own. */
const patient = { probeTimeoutMs: 60_000, patienceMs: 60_000 }

function onePort(scheme: PortRange['scheme'] = 'http'): { ranges: PortRange[] } {
  return { ranges: [{ ...device.range, scheme, to: device.range.from }] }
}

function namesOf(list: readonly { name: string }[]): string[] {
  return list.map(({ name }) => name).toSorted()
}
