import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { closeInOrder } from './serve-until-stopped.ts'

function recorder() {
  const events: string[] = []
  const step = (name: string, ms: number) => async () => {
    events.push(`${name} begins`)
    await sleep(ms)
    events.push(`${name} ends`)
  }
  return { events, step }
}

test('each step waits for the one before it', async () => {
  const { events, step } = recorder()
  expect(await closeInOrder([step('calls', 20), step('database', 1)], 10_000)).toBe(true)
  expect(events).toEqual(['calls begins', 'calls ends', 'database begins', 'database ends'])
})

test('a step that never ends holds up the others until the limit and no longer', async () => {
  const { events, step } = recorder()
  const never = () => new Promise(() => {})
  expect(await closeInOrder([never, step('database', 1)], 20)).toBe(false)
  expect(events).toContain('database begins')
})
