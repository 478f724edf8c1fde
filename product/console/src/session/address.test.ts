import { expect, test } from 'vitest'

import { type Address, addressOf, pages, parametersOf, withQuery } from './address.ts'

test('a link carries whatever stands in a name, to its page and back', () => {
  const model = 'MFS100/2 & 50%?'
  const address = addressOf('/devices/:model', { model, after: 'x y' })
  expect(address).toBe('/devices/MFS100%2F2%20%26%2050%25%3F?after=x+y')
  expect(parametersOf('/devices/:model', address.split('?')[0] ?? '')).toEqual({ model })
})

test('a link to no page, and one without its page’s parameter, do not compile', () => {
  const compiles: Address[] = ['/agents', addressOf('/agents/:id/:tab', { id: 'a-1', tab: 'trail' })]
  // @ts-expect-error -- no page has this path
  compiles.push('/agnets')
  // @ts-expect-error -- no page has this path
  compiles.push(addressOf('/agnets/:id', { id: 'a-1' }))
  // @ts-expect-error -- the page needs an agent
  compiles.push(addressOf('/agents/:id', {}))
  // @ts-expect-error -- a text that nothing has checked
  compiles.push(`/agents/${compiles.length}`)
  expect(compiles).toHaveLength(6)
})

test('a value of a query that is set to nothing leaves it', () => {
  const query = new URLSearchParams('status=locked&after=x')
  expect(
    withQuery({ path: '/agents', query }, { status: '', branch: ['Margao', 'Fort'], after: undefined }),
  ).toBe('/agents?branch=Margao&branch=Fort')
})

test('of two pages that an address matches, the one without a parameter stands first', () => {
  const paths = Object.keys(pages)
  expect(paths.indexOf('/agents/import')).toBeLessThan(paths.indexOf('/agents/:id'))
  expect(paths.indexOf('/devices/units')).toBeLessThan(paths.indexOf('/devices/:model'))
})
