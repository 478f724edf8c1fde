import { expect, test } from 'vitest'

import { shownTime } from './shown.ts'

test('[LST-1] a time reads DD-MM-YYYY HH:mm:ss on an Indian clock, in any time zone of this computer', () => {
  expect(shownTime('2026-11-20T20:15:07.123Z')).toBe('21-11-2026 01:45:07')
})

test('[LST-1] text that is no time is shown unchanged', () => {
  expect(shownTime('yesterday')).toBe('yesterday')
})
