import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

const tour = readFileSync(inRoot('docs/tour.md'), 'utf8')
const stops = [...tour.matchAll(/\[`(\w+)`\]\(([^)#]+)\)/g)].map(([, symbol = '', path = '']) => ({
  symbol,
  path,
}))

test.each(stops)('the tour’s stop $symbol is declared in $path', ({ symbol, path }) => {
  const source = readFileSync(inRoot(join('docs', path)), 'utf8')
  const declaration = `(?:function|const|class|type|async) ${symbol}\\b`
  expect(source).toMatch(new RegExp(declaration))
})

test('the tour has three walks', () => {
  const walks = tour.split(/^## /m).slice(1)
  expect(walks.map(walk => [...walk.matchAll(/^\d+\. \[`/gm)].length)).toEqual([22, 16, 9])
})
