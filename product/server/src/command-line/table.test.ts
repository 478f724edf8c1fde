import { expect, test } from 'vitest'

import { table } from './table.ts'

test('what could steer a terminal is shown as a box', () => {
  const hostile = 'a\u001b[2Jb\u202ec\nd'
  expect(table(['Name'], [[hostile]])).toMatch(/^Name\n-+\na\ufffd\[2Jb\ufffdc\ufffdd$/)
})
