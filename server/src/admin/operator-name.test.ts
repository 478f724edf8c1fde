import { expect, test } from 'vitest'

import { operatorName } from './operator-name.ts'

test('who is named acts, and without a name the account of the operating system does', () => {
  expect(operatorName(' Priya Rao ', () => 'priya')).toBe('Priya Rao')
  expect(operatorName(undefined, () => 'priya')).toBe('priya')
})

test('an account that is nobody’s has to say who acts', () => {
  const withoutEntry = (): string => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  }
  for (const account of [withoutEntry, () => '10001']) {
    expect(() => operatorName(undefined, account)).toThrow('say who acts with --operator NAME')
    expect(operatorName('priya', account)).toBe('priya')
  }
})
