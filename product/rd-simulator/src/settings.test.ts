import { expect, test } from 'vitest'

import { ControlRefused } from './control.ts'
import { changedSettings, initialSettings } from './settings.ts'
import { startedDevice } from './testing/started-device.ts'

const { device } = await startedDevice()

test('a change keeps what it does not name, inside slow as well', () => {
  const once = changedSettings(initialSettings, { scenario: 'slow', slow: { CAPTURE: 20 } })
  const twice = changedSettings(once, { slow: { OPTIONS: 5 }, qScore: 40 })
  expect(twice).toEqual({
    ...initialSettings,
    scenario: 'slow',
    qScore: '40',
    slow: { OPTIONS: 5, RDSERVICE: 0, DEVICEINFO: 0, CAPTURE: 20 },
  })
})

test.each([
  [null, 'JSON object'],
  [{ colour: 'blue' }, 'colour: unknown'],
  [{ scenario: 'sunny' }, 'scenario: "sunny" is none of ready, not-ready'],
  [{ vendor: 7 }, 'vendor: 7 is none of mantra'],
  [{ also: 7 }, 'also: must be a list'],
  [{ also: 'morpho, toString' }, 'also: "toString" is none of'],
  [{ also: ['morpho', 'morpho'] }, 'also: names one twice'],
  [{ also: ['mantra'] }, 'also: may not name the vendor itself'],
  [{ finger: '' }, 'finger: must be text'],
  [{ delayMs: -1 }, 'delayMs: must be milliseconds'],
  [{ errCode: 730 }, 'errCode: must be text'],
  [{ qScore: {} }, 'qScore: must be text'],
  [{ skewMs: '5' }, 'skewMs: must be milliseconds'],
  [{ slow: { GET: 5 } }, 'slow: "GET" is none of OPTIONS, RDSERVICE'],
  [{ slow: { CAPTURE: 'long' } }, 'slow.CAPTURE: must be milliseconds'],
  [{ verbs: ['POST'] }, 'verbs: "POST" is none of RDSERVICE'],
])('%j is refused by name', (change, message) => {
  expect(() => changedSettings(initialSettings, change)).toThrow(ControlRefused)
  expect(() => changedSettings(initialSettings, change)).toThrow(message)
})

test('a list may be written as text, as the control page does', () => {
  const changed = changedSettings(initialSettings, { also: 'morpho, idemia', verbs: 'CAPTURE' })
  expect(changed).toMatchObject({ also: ['morpho', 'idemia'], verbs: ['CAPTURE'] })
  expect(changedSettings(changed, { also: [], verbs: null })).toEqual(initialSettings)
})

test('a refused change changes nothing, and the next one still works', async () => {
  const before = device.control.get()
  await expect(device.control.put({ delayMs: 5, colour: 'blue' })).rejects.toThrow(ControlRefused)
  expect(device.control.get()).toEqual(before)
  expect(await device.control.put({ vendor: 'morpho' })).toMatchObject({
    settings: { vendor: 'morpho', delayMs: 0 },
  })
  expect(await device.control.reset()).toMatchObject({ settings: initialSettings })
})
