import { expect, test } from 'vitest'

import { defaultPolicy, policyFrom } from './policy.ts'

test('a policy changes the numbers that it names and leaves the others', () => {
  const { policy, problems } = policyFrom({ referenceChecksPerHour: 500 })
  expect(problems).toEqual([])
  expect(policy).toEqual({ ...defaultPolicy, referenceChecksPerHour: 500 })
})

test.each([0, -1, 1.5, 1_000_001, '30', null, true, [], {}])('%j is no number of a policy', value => {
  expect(policyFrom({ unknownReferencesPerHour: value }).problems).toEqual([
    'POLICY: unknownReferencesPerHour must be a whole number from 1 to 1000000',
  ])
})

test.each([[null], [[]], ['{}'], [5]])('%j is no policy', value => {
  expect(policyFrom(value).problems).toEqual(['POLICY must be a JSON object'])
})

test.each(['unknownReferences', 'toString', '__proto__'])(
  'a number called %s is refused by its name',
  name => {
    expect(policyFrom(JSON.parse(`{"${name}": 5}`)).problems).toEqual([
      `POLICY has no number called "${name}"`,
    ])
  },
)
