import { expect, test } from 'vitest'

import { pageIn, parametersOf, withQuery } from './address.ts'

test.each([
  ['/agents/:id', '/agents/7', { id: '7' }],
  ['/agents/:id/:tab', '/agents/7/trail', { id: '7', tab: 'trail' }],
  ['/agents/:id', '/agents', undefined],
  ['/agents/:id', '/orders/7', undefined],
  ['/devices/:model', '/devices/Tarang%20T110', { model: 'Tarang T110' }],
  ['/devices/:model', '/devices/%E0', { model: '%E0' }],
])('%s at %s gives %j', (pattern, path, parameters) => {
  expect(parametersOf(pattern, path)).toEqual(parameters)
})

test('a change of the query keeps the other names, and leaves out what is empty', () => {
  const address = { path: '/agents', query: new URLSearchParams('branch=A&branch=B&after=x&sort=branch') }
  expect(withQuery(address, { branch: ['C', 'D'], after: '' })).toBe('/agents?sort=branch&branch=C&branch=D')
  expect(withQuery(address, { branch: [], after: undefined, sort: '' })).toBe('/agents')
})

test('a place and a length that no list has are left out', () => {
  expect(pageIn(new URLSearchParams('after=x&limit=100'))).toEqual({ after: 'x', limit: 100 })
  expect(pageIn(new URLSearchParams('limit=7'))).toEqual({})
})
