import { createRdClient } from '@ekyc/rd-client'
import { startDeviceService } from '@ekyc/rd-client/testing/device-service'
import { describe, expect, test } from 'vitest'

import './english.ts'
import { defaultBranding } from '../api/branding.ts'
import { failedCheck } from '../features/device-check/finding.ts'
import { createDeviceCheck, type DeviceCheck } from '../features/device-check/device-check.ts'
import { findingsOf } from '../features/device-check/findings.ts'
import { createScan, type ScanEvent } from '../scanner/scan.ts'
import { answerOf, driverHabits, makersVersions, type Driver, type Habit } from './driver-habits.ts'
import { createFakeBrowser, type FakePlace } from './fake-browser.ts'

test('at least forty habits are played', () => {
  expect(new Set(driverHabits.map(({ name }) => name)).size).toBe(driverHabits.length)
  expect(driverHabits.length).toBeGreaterThanOrEqual(40)
})

describe.concurrent.each(driverHabits.map(habit => [habit.name, habit] as const))('%s', (_name, habit) => {
  test('[KYC-9] [KYC-15] [KYC-16] the scan of Do KYC ends as it should', async () => {
    await using browser = await started(habit)
    const events: ScanEvent[] = []
    const scan = createScan({
      rd: browser.rd,
      emit: event => void events.push(event),
      now: () => 0,
      qualityBounds: () => undefined,
    })
    const { scheme, port } = habit.remembered ?? {}
    const remembered = scheme && port ? { scheme, host: '127.0.0.1' as const, port } : undefined
    await scan.start({ wadh: 'E0jz', remembered })
    const last = events.at(-1)
    const uses = last?.type === 'captured' ? last.device.service.port : undefined
    expect({ ends: endOf(last), uses: habit.uses && uses }).toEqual({ ends: habit.ends, uses: habit.uses })
  })

  test('[KYC-9] [KYC-14] [KYC-15] the device check stops where it should', async () => {
    await using browser = await started(habit)
    const page = { kind: 'chrome', name: 'Chrome 146', isPhone: false } as const
    const bank = { ...defaultBranding, deviceServiceVersion: 'v1.2.8', deviceServiceVersions: makersVersions }
    const facts = { browser: page, isSecure: true, isLocal: false, bank }
    const stages: DeviceCheck[] = []
    const check = createDeviceCheck({
      rd: browser.rd,
      begin: () => ({ at: 'start', facts }),
      show: stage => void stages.push(stage),
    })
    await check.start()
    const choice = stages.find(({ at }) => at === 'choosing')
    if (choice && habit.uses !== undefined) {
      const [used] = choice.facts.discovery?.services.filter(({ port }) => port === habit.uses) ?? []
      if (used) await check.choose(used)
    }
    const last = stages.at(-1)
    const findings = last ? findingsOf(last.facts) : {}
    expect({
      stopsAt: failedCheck(findings),
      level: habit.level && findings.model?.mark,
      version: habit.version && findings.version?.mark,
      last: last?.at,
    }).toEqual({
      stopsAt: habit.stopsAt,
      level: habit.level,
      version: habit.version,
      last: habit.stopsAt ? 'failed' : habit.ends === 'choose' ? 'choosing' : 'own-finger',
    })
  })
})

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

function endOf(event: ScanEvent | undefined): string | undefined {
  if (event?.type === 'scanFailed') return event.problem.advice
  return event?.type === 'severalFound' ? 'choose' : event?.type
}
