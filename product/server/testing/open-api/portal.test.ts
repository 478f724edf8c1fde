import { calls, type CallName } from '@ekyc/contract/calls'
import { responseCodes } from '@ekyc/contract/refusals'
import { expect, test } from 'vitest'

import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { openApiPath } from './document.ts'
import { portalOpenApi } from './portal.ts'

const servers = [
  { url: 'http://127.0.0.1:8080', description: 'The sandbox, as npm start brings it up' },
  // orval takes a server with variables for an error.
  { url: 'https://ekyc.bank.example', description: "A bank's server" },
]
const document = portalOpenApi(servers, {
  now: new Date('2026-11-22T04:45:00.000Z'),
  encrypt: password => encryptPassword(password, '9000000001', '2026-11-22'),
})

test('docs/openapi.json is the document of the contract (npm run generate writes it)', async () => {
  const written = `${JSON.stringify(document, null, 2)}\n`
  await expect(written).toMatchFileSnapshot('../../../../docs/openapi.json')
})

test('the document names every call of the contract and nothing else', () => {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map(method => `${method.toUpperCase()} ${path}`),
  )
  const names = Object.keys(calls) as CallName[]
  const expected = names.map(name => `${calls[name].method} ${openApiPath(calls[name].path)}`)
  expect(operations.toSorted()).toEqual(expected.toSorted())
})

test('every code is one that a call answers with, or one of HTTP and health alone', () => {
  const codes = JSON.stringify(document).matchAll(/"enum":(\["[a-z_",]+\])/g)
  const inCalls = new Set(Array.from(codes, ([, list = '[]']) => JSON.parse(list) as string[]).flat())
  expect(responseCodes.filter(code => !inCalls.has(code)).toSorted()).toEqual([
    'address_too_long',
    'database_silent',
    'expectation_failed',
    'headers_too_large',
    'method_not_allowed',
    'not_found',
    'request_timeout',
    'stopping',
  ])
})
