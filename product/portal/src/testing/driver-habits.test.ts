// @vitest-environment node
import { createRdClient } from '@ekyc/rd-client'
import { startDeviceService } from '@ekyc/rd-client/testing/device-service'
import { describe, expect, test } from 'vitest'

import { createCheckRunner } from '../features/device-check/check-runner.ts'
import type { DeviceCheckEvent } from '../features/device-check/device-check.ts'
import type { ScannerEvent } from '../features/kyc/do-kyc.ts'
import { createScan } from '../features/kyc/scan.ts'
import { answerOf, driverHabits, makersVersions, type Driver, type Habit } from './driver-habits.ts'
import { createFakeBrowser, type FakePlace } from './fake-browser.ts'

test('at least forty habits are played', () => {
  expect(new Set(driverHabits.map(({ name }) => name)).size).toBe(driverHabits.length)
  expect(driverHabits.length).toBeGreaterThanOrEqual(40)
})

describe.concurrent.each(driverHabits.map(habit => [habit.name, habit] as const))('%s', (_name, habit) => {
  test('[KYC-9] [KYC-15] [KYC-16] the scan of Do KYC ends as it should', async () => {
    await using browser = await started(habit)
    const events: ScannerEvent[] = []
    const scan = createScan({
      rd: browser.rd,
      emit: event => void events.push(event),
      now: () => 0,
      qualityBounds: () => undefined,
    })
    const { scheme, port } = habit.remembered ?? {}
    const remembered = scheme && port ? { scheme, host: '127.0.0.1' as const, port } : undefined
    await scan.start({ wadh: 'E0jz', remembered, signal: new AbortController().signal })
    const last = events.at(-1)
    const uses = last?.type === 'captured' ? last.device.service.port : undefined
    expect({ ends: endOf(last), uses: habit.uses && uses }).toEqual({ ends: habit.ends, uses: habit.uses })
  })

  test('[KYC-9] [KYC-14] [KYC-15] the device check stops where it should', async () => {
    await using browser = await started(habit)
    const events: DeviceCheckEvent[] = []
    const check = createCheckRunner({
      rd: browser.rd,
      emit: event => void events.push(event),
      browser: () => ({ kind: 'chrome', name: 'Chrome 146', isPhone: false }),
      page: () => ({ isSecure: true, isLocal: false }),
      measureClock: async () => 0,
      serverNow: () => new Date(),
      settings: () => ({
        requiredVersion: 'v1.2.8',
        level1Only: false,
        makersVersions,
        qualityBounds: undefined,
      }),
    })
    await check.start(new AbortController().signal)
    const choice = events.find(event => event.type === 'severalFound')
    if (choice && habit.uses !== undefined) {
      const [used] = choice.services.filter(({ port }) => port === habit.uses)
      if (used) await check.checkService(used, new AbortController().signal)
    }
    const found = events.filter(event => event.type === 'found')
    const markOf = (row: string) => found.find(({ name }) => name === row)?.finding.mark
    expect({
      stopsAt: found.find(({ finding }) => finding.mark === 'bad')?.name,
      level: habit.level && markOf('model'),
      version: habit.version && markOf('version'),
      last: events.at(-1)?.type,
    }).toEqual({
      stopsAt: habit.stopsAt,
      level: habit.level,
      version: habit.version,
      last: habit.stopsAt ? 'found' : habit.ends === 'choose' ? 'severalFound' : 'fingerAsked',
    })
  })
})

/** Starts the habit's drivers and a browser that sees them at their ports. */
async function started({ drivers }: Habit) {
  const services = await Promise.all(
    drivers.map(async driver => ({
      driver,
      service: await startDeviceService(request => answerOf(driver, request)),
    })),
  )
  const places = services.map(({ driver, service }) => placeOf(driver, service.port))
  return {
    rd: createRdClient({ fetch: createFakeBrowser(places), pageHost: 'portal.example' }),
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map(({ service }) => service.stop()))
    },
  }
}

function placeOf(
  { scheme = 'http', host = '127.0.0.1', port = 11_100 }: Driver,
  realPort: number,
): FakePlace {
  return { scheme, host, port, realPort }
}

function endOf(event: ScannerEvent | undefined): string | undefined {
  if (event?.type === 'scanFailed') return event.problem.advice
  return event?.type === 'severalFound' ? 'choose' : event?.type
}
