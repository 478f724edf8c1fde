import { expect, test } from 'vitest'

import { defaultPolicy, policyNumbers } from '../domain/policy.ts'
import { createSettingsReader, serverSettings } from './settings.ts'

function changedPolicy(changes: unknown) {
  const problems: string[] = []
  const { read } = createSettingsReader({ POLICY: JSON.stringify(changes) }, problems)
  return { policy: read(serverSettings.policy), problems }
}

const names = Object.keys(policyNumbers) as (keyof typeof policyNumbers)[]

test('a policy changes the numbers that it names and leaves the others', () => {
  const { policy, problems } = changedPolicy({ referenceChecksPerHour: 500 })
  expect(problems).toEqual([])
  expect(policy).toEqual({ ...defaultPolicy, referenceChecksPerHour: 500 })
})

test('each number accepts its default and both of its bounds, and nothing beyond them', () => {
  const told = names.map(name => {
    const { least, most } = policyNumbers[name]
    return {
      name,
      taken: [defaultPolicy[name], least, most].map(value => changedPolicy({ [name]: value }).policy[name]),
      problems: [least - 1, most + 1].flatMap(value => changedPolicy({ [name]: value }).problems),
    }
  })
  expect(told).toEqual(
    names.map(name => {
      const { least, most } = policyNumbers[name]
      const problem = `POLICY: ${name} must be a whole number from ${least} to ${most}`
      return { name, taken: [defaultPolicy[name], least, most], problems: [problem, problem] }
    }),
  )
})

test('what is no JSON object is refused as a policy', () => {
  const values = [null, [], '{}', 5]
  expect(values.flatMap(value => changedPolicy(value).problems)).toEqual(
    values.map(() => 'POLICY must be a JSON object'),
  )
})

test.each([
  ['unknownReferences', ': did you mean unknownReferencesPerHour?'],
  ['otpLifeMinute', ': did you mean otpLifeMinutes?'],
  ['otplifeminutes', ': did you mean otpLifeMinutes?'],
  ['colour', ''],
  ['sessionsPerAgent', ''],
  ['toString', ''],
  ['__proto__', ''],
])('a number called %s is refused by its name, with the similar name that exists', (name, suggestion) => {
  expect(changedPolicy(JSON.parse(`{"${name}": 5}`)).problems).toEqual([
    `POLICY has no number called "${name}"${suggestion}`,
  ])
})
