import { expect, test } from 'vitest'

import { levelOf } from './capture-warning.ts'

test.each([
  ['MFS100', undefined, 'L0'],
  ['MSO 1300 E3', undefined, 'L0'],
  ['MSO1300E3L0SW', undefined, 'L0'],
  ['FM220U', undefined, 'L0'],
  ['HU20', undefined, 'L0'],
  ['MSO1300E3L1SW', undefined, 'L1'],
  ['FM220U_L1', undefined, 'L1'],
  ['MFS110', undefined, undefined],
  ['MFS110', 'L1', 'L1'],
  ['A model of tomorrow', 'L0', 'L0'],
] as const)('[KYC-7] the model %s, whose driver reports %s, is of level %s', (mi, level, expected) => {
  expect(levelOf({ mi, level })).toBe(expected)
})
