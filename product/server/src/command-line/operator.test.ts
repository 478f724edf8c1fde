import { expect, test } from 'vitest'

import { accountName, operatorName } from './operator.ts'

const withoutEntry = (): string => {
  throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
}

test('the audit trail names both the operator and the account of the operating system', () => {
  expect(operatorName(' Priya Rao ', 'priya')).toBe('Priya Rao (account priya)')
  expect(operatorName('priya', 'priya')).toBe('priya')
  expect(operatorName(undefined, 'priya')).toBe('priya')
})

test('an account that is nobody’s has to say who acts', () => {
  for (const read of [withoutEntry, () => '10001']) {
    const account = accountName(read, undefined)
    expect(account).toMatch(/^\d+$/)
    expect(() => operatorName(undefined, account)).toThrow('say who acts with --operator NAME')
    expect(operatorName('priya', account)).toBe(`priya (account ${account})`)
  }
})

test('in a container the account of the machine that started it counts, and outside of one it does not', () => {
  expect(accountName(withoutEntry, 'priya')).toBe('priya')
  expect(accountName(() => '10001', 'priya')).toBe('priya')
  expect(accountName(() => 'meena', 'priya')).toBe('meena')
})

test('an empty, long or misleading name is none for the audit trail', () => {
  for (const name of ['', ' ', 'a\nb', '\u001b[1mroot', 'x'.repeat(65), 'a (account b)'])
    expect(() => operatorName(name, 'priya')).toThrow('--operator must be a name')
})
