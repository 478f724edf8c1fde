import { expect, test } from 'vitest'

import { withQuery } from './address.ts'

test('a value of a query that is set to nothing leaves it', () => {
  const query = new URLSearchParams('status=locked&after=x')
  expect(
    withQuery({ path: '/agents', query }, { status: '', branch: ['Margao', 'Fort'], after: undefined }),
  ).toBe('/agents?branch=Margao&branch=Fort')
})
