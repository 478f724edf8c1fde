import { expect, test } from 'vitest'

import { meansOf, rolesThatMay } from './session.ts'

test.each([
  ['support', 'agent.unlock', 1, 'does'],
  ['viewer', 'agent.unlock', 1, undefined],
  ['supervisor', 'agent.disable-many', 10, 'does'],
  ['supervisor', 'agent.disable-many', 11, 'proposes'],
  ['support', 'agent.disable-many', 2, undefined],
  ['support', 'agent.change-mobile', 1, 'proposes'],
  ['supervisor', 'privilege.restore', 1, 'proposes'],
  ['auditor', 'privilege.restore', 1, undefined],
] as const)('%s and %s of %i: %s', (role, act, size, means) => {
  expect(meansOf([role], act, size)).toBe(means)
})

test('of several roles the strongest counts', () => {
  expect(meansOf(['support', 'security'], 'agent.disable-many', 5)).toBe('does')
})

test('roles that may are those that do or propose', () => {
  expect(rolesThatMay('agent.change-mobile')).toEqual(['support', 'supervisor'])
})
