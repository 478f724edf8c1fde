import { expect, test } from 'vitest'

import { calls, opensSession, userCallsPath, type CallName } from './calls.ts'
import { shapes } from './shapes.ts'

// The rows repeat product.md sections 7 (method and path) and 3 (msgType). getOutages is an addition.
test.each([
  ['checkUser', 'POST', '/api/v1/dbs/user/check', 'CHECK_USER'],
  ['resetPassword', 'POST', '/api/v1/dbs/user/password/reset', 'RESET_PASSWORD'],
  ['setPassword', 'POST', '/api/v1/dbs/user/password/set', 'SET_PASSWORD'],
  ['login', 'POST', '/api/v1/dbs/user/login/password', 'LOGIN'],
  ['getProfile', 'POST', '/api/v1/dbs/user/profile/get', 'PROFILE'],
  ['getRole', 'GET', '/api/v1/dbs/access/role/id/:roleId', undefined],
  ['getStatistics', 'POST', '/api/v1/dbs/mis/statistics/get', 'PROFILE'],
  ['getOutages', 'POST', '/api/v1/dbs/mis/outages/get', 'PROFILE'],
  ['listOrders', 'POST', '/api/v1/dbs/ekyc/order/byUser', 'ORDER_HISTORY'],
  ['checkReference', 'POST', '/api/v1/dbs/ekyc/refcode/check/', 'CHECK_REF_NUMBER'],
  ['submitOrder', 'POST', '/api/v1/dbs/ekyc/order/submit', 'CREATE_KYC_ORDER'],
] as const)('%s is %s %s with msgType %s', (name, method, path, msgType) => {
  expect(calls[name]).toMatchObject({ method, path, msgType })
})

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
