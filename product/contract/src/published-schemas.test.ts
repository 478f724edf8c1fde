import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

import {
  ConsentRevoked,
  Customer,
  KnownReference,
  KycException,
  KycFailed,
  KycResult,
  ReferenceQuery,
  TestEvent,
  UnknownReference,
} from './bank.ts'
import { SmsMessage } from './sms.ts'

const folder = join(import.meta.dirname, '../../../docs/schemas')

/** The published files and their schemas. `npm run generate` writes the files, from which integrators generate code. */
const published = {
  'reference-query.json': ReferenceQuery,
  'known-reference.json': KnownReference,
  'unknown-reference.json': UnknownReference,
  'customer.json': Customer,
  'kyc-result.json': KycResult,
  'kyc-exception.json': KycException,
  'kyc-failed.json': KycFailed,
  'consent-revoked.json': ConsentRevoked,
  'test-event.json': TestEvent,
  'sms-message.json': SmsMessage,
}

test.each(Object.entries(published))(
  'docs/schemas/%s is the schema that the server uses',
  async (name, schema) => {
    const path = join(folder, name)
    const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(path)
  },
)

test('docs/schemas holds no other file', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(published).toSorted())
})

test('the examples of docs/integration.md match the schemas', () => {
  const page = readFileSync(join(folder, '../integration.md'), 'utf8')
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, text = '']) => JSON.parse(text) as unknown,
  )
  const schemas = [Customer, KycResult, KycFailed, SmsMessage]
  expect(examples).toHaveLength(schemas.length)
  for (const [index, schema] of schemas.entries())
    expect([...Value.Errors(schema, examples[index])]).toEqual([])
})
