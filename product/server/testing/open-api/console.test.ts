import { consoleCalls } from '@ekyc/contract/console/calls'
import { expect, test } from 'vitest'

import { consoleOpenApi } from './console.ts'

const document = consoleOpenApi()

test("docs/openapi-console.json is the document of the console's calls (npm run generate writes it)", async () => {
  const written = `${JSON.stringify(document, null, 2)}\n`
  await expect(written).toMatchFileSnapshot('../../../../docs/openapi-console.json')
})

test('the document names every call of the console and nothing else', () => {
  const ids = Object.values(document.paths ?? {}).flatMap(item =>
    Object.values(item ?? {}).map(operation => (operation as { operationId: string }).operationId),
  )
  expect(ids.toSorted()).toEqual(Object.keys(consoleCalls).toSorted())
})
