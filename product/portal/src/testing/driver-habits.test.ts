import { createRdClient } from '@ekyc/rd-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import './english.ts'
import { defaultBranding } from '../api/branding.ts'
import { failedCheck } from '../features/device-check/finding.ts'
import { createDeviceCheck, type DeviceCheck } from '../features/device-check/device-check.ts'
import { findingsOf } from '../features/device-check/findings.ts'
import { createScan, type ScanEvent } from '../scanner/scan.ts'
import { answerOf, driverHabits, makersVersions, type Habit } from './driver-habits.ts'
import { createFakeBrowser } from './fake-browser.ts'

type Call = { method: string; target: string }

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

test('[KYC-9] [KYC-15] [KYC-16] with each habit of a driver the scan of Do KYC ends as it should', async () => {
  const outcomes = await played(async habit => {
    const events: ScanEvent[] = []
    const scan = createScan({
      rd: rdOf(habit),
      emit: event => void events.push(event),
      now: () => 0,
      qualityBounds: () => undefined,
    })
    const { scheme, port } = habit.remembered ?? {}
    const remembered = scheme && port ? { scheme, host: '127.0.0.1' as const, port } : undefined
    await scan.start({ wadh: 'E0jz', remembered })
    const last = events.at(-1)
    const uses = last?.type === 'captured' ? last.device.service.port : undefined
    return { ends: endOf(last), uses: habit.uses && uses }
  })
  expect(outcomes).toEqual(
    Object.fromEntries(driverHabits.map(({ name, ends, uses }) => [name, { ends, uses }])),
  )
})

test('[KYC-9] [KYC-14] [KYC-15] with each habit the device check stops where it should', async () => {
  const stops = await played(async habit => {
    const page = { kind: 'chrome', name: 'Chrome 146', isPhone: false } as const
    const bank = { ...defaultBranding, deviceServiceVersion: 'v1.2.8', deviceServiceVersions: makersVersions }
    const facts = { browser: page, isSecure: true, isLocal: false, bank }
    const stages: DeviceCheck[] = []
    const check = createDeviceCheck({
      rd: rdOf(habit),
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
    return {
      stopsAt: failedCheck(findings),
      level: habit.level && findings.model?.mark,
      version: habit.version && findings.version?.mark,
      last: last?.at,
    }
  })
  const expected = driverHabits.map(({ name, ends, stopsAt, level, version }) => {
    const last = stopsAt ? 'failed' : ends === 'choose' ? 'choosing' : 'own-finger'
    return [name, { stopsAt, level, version, last }]
  })
  expect(stops).toEqual(Object.fromEntries(expected))
})

/** Plays all habits at once, in virtual time, and returns each outcome by the habit's name. */
async function played(play: (habit: Habit) => Promise<object>): Promise<Record<string, object>> {
  const outcomes = Promise.all(driverHabits.map(async habit => [habit.name, await play(habit)] as const))
  for (let passedMs = 0; passedMs < 30_000; passedMs += 100) {
    await vi.advanceTimersByTimeAsync(100)
    // The body of an answer is read beside the virtual time, in a moment of the machine's.
    await new Promise(setImmediate)
  }
  return Object.fromEntries(await outcomes)
}

function rdOf({ drivers }: Habit) {
  const places = drivers.map(driver => {
    const { scheme = 'http', host = '127.0.0.1', port = 11_100 } = driver
    return { scheme, host, port, answer: (request: Call) => answerOf(driver, request) }
  })
  return createRdClient({ fetch: createFakeBrowser(places), pageHost: 'portal.example' })
}

function endOf(event: ScanEvent | undefined): string | undefined {
  if (event?.type === 'scanFailed') return event.problem.advice
  return event?.type === 'severalFound' ? 'choose' : event?.type
}
