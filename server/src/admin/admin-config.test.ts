import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { adminConfigFrom, auditKeysFrom } from '../config.ts'
import { operatorName } from './operator-name.ts'

test('an operator needs no key of the authority, of the bank or of the outbox', () => {
  expect(adminConfigFrom({ DATA_DIR: '/srv/ekyc', ADMIN_OPERATOR: 'priya' })).toMatchObject({
    dataDir: '/srv/ekyc',
    databaseUrl: undefined,
    operator: 'priya',
  })
})

test('the audit trail as a whole needs its own key', () => {
  expect(() => auditKeysFrom({})).toThrow('AUDIT_KEY')
  const key = randomBytes(32)
  expect(auditKeysFrom({ AUDIT_KEY: key.toString('hex') })).toEqual([key])
})

test.each(['', ' ', 'a\nb', '\u001b[1mroot', 'x'.repeat(65)])('%j is no name for the audit trail', name => {
  expect(() => operatorName(name, () => 'priya')).toThrow('--operator must be a name')
})
