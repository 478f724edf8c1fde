import { expect, test } from 'vitest'

import { calls, opensSession, userCallsPath, type CallName } from './calls.ts'
import { shapes } from './shapes.ts'

test('the calls that open a session are those whose answer holds a token', () => {
  const names = Object.keys(calls) as CallName[]
  const withToken = names.filter(name => 'token' in shapes[name].answer.properties)

  expect(names.filter(opensSession)).toEqual(withToken)
})

test('the cookies of known devices reach each call by which strangers name a phone', () => {
  const byStrangers = (Object.keys(calls) as CallName[]).filter(
    name =>
      ['public', 'optional-session'].includes(String(calls[name].access)) &&
      'username' in shapes[name].request.properties,
  )

  expect(byStrangers).toContain('login')
  expect(byStrangers.filter(name => !calls[name].path.startsWith(`${userCallsPath}/`))).toEqual([])
})
