import { expect, test } from 'vitest'

import { textTable } from './text-table.ts'

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

test('what could steer a terminal is shown as a box', () => {
  const hostile = 'a\u001b[2Jb\u202ec\nd'
  expect(textTable(['Name'], [[hostile]])).toMatch(/^Name\n-+\na\ufffd\[2Jb\ufffdc\ufffdd$/)
})
