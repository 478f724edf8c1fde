import { expect, test } from 'vitest'

import '../testing/english.ts'
import { greeting } from './page-frame.tsx'

test.each([
  [0, 'Good Morning, Asha Verma'],
  [7, 'Good Morning, Asha Verma'],
  [8, 'Good, Asha Verma'],
  [9, 'Good Afternoon, Asha Verma'],
  [19, 'Good Afternoon, Asha Verma'],
  [20, 'Good Evening, Asha Verma'],
  [23, 'Good Evening, Asha Verma'],
])('[HDR-5] at %i the greeting is "%s"', (hour, sentence) => {
  expect(greeting(hour, 'Asha Verma')).toBe(sentence)
})

test('[HDR-5] without a name the greeting says NA', () => {
  expect(greeting(7, undefined)).toBe('Good Morning, NA')
  expect(greeting(8, '')).toBe('Good, NA')
})
