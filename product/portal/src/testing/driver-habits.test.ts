import { createRdClient } from '@ekyc/rd-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import './english.ts'
import { createScan, type ScanEvent } from '../scanner/scan.ts'
import { answerOf, driverHabits, type Habit } from './driver-habits.ts'
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
