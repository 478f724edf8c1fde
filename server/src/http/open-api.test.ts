import { calls } from '@ekyc/contract/calls'
import { expect, test } from 'vitest'

import { openApi } from './open-api.ts'

test('the API reference names every call of the contract with its body, and nothing else', () => {
  const { paths } = openApi()
  const operations = Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map(method => `${method.toUpperCase()} ${path}`),
  )
  const expected = Object.values(calls).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(operations.toSorted()).toEqual(expected.toSorted())

  const submit = paths?.['/api/v1/dbs/ekyc/order/submit']?.post?.requestBody
  const body = JSON.stringify(submit)
  for (const field of ['Hmac', 'udc', 'rdsId', 'skey', 'dbsRefCode', 'roid'])
    expect([field, body.includes(`"${field}"`)]).toEqual([field, field !== 'dbsRefCode'])
})
