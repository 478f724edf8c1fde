import { expect, test } from 'vitest'

import { fieldList, textTable } from './text-table.ts'

test('columns are as wide as their widest cell, numbers stand right', () => {
  expect(
    textTable(
      ['Name', 'N'],
      [
        ['Asha Verma', 5],
        ['Ravi', 12],
      ],
    ),
  ).toBe(['Name         N', '----------  --', 'Asha Verma   5', 'Ravi        12'].join('\n'))
})

test('moments are told as an Indian clock shows them, whatever the zone of this machine', () => {
  expect(fieldList([['Opened', new Date('2027-03-10T19:00:00.000Z')]])).toBe('Opened: 2027-03-11 00:30:00')
})

test('what could steer a terminal is shown as a box', () => {
  const hostile = 'a\u001b[2Jb\u202ec\nd'
  expect(textTable(['Name'], [[hostile]])).toMatch(/^Name\n-+\na\ufffd\[2Jb\ufffdc\ufffdd$/)
})
