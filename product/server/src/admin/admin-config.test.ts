import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { adminConfigFrom } from '../config/config-from.ts'
import { operatorName } from './operator-name.ts'

const key = randomBytes(32)
const AUDIT_KEY = key.toString('hex')

test('an operator needs no key of the authority, of the bank or of the outbox', () => {
  expect(adminConfigFrom({ DATA_DIR: '/srv/ekyc', ADMIN_OPERATOR: 'priya', AUDIT_KEY })).toMatchObject({
    dataDir: '/srv/ekyc',
    databaseUrl: undefined,
    operator: 'priya',
    account: undefined,
    auditKeys: [key],
  })
})

test('no command runs without the key of the audit trail, since each writes a row', () => {
  expect(() => adminConfigFrom({ DATA_DIR: '/srv/ekyc' })).toThrow('AUDIT_KEY')
})

test.each(['', ' ', 'a\nb', '\u001b[1mroot', 'x'.repeat(65), 'a (account b)'])(
  '%j is no name for the audit trail',
  name => {
    expect(() => operatorName(name, 'priya')).toThrow('--operator must be a name')
  },
)
