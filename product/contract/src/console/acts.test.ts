import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { rights, type Right } from './acts.ts'

const all = Object.entries<Right>(rights)

test.each(all)('%s has a second person if it gives a right, is final or touches many', (_name, right) => {
  const { gives = false, isFinal = false, atMost, sum, secondPerson, does } = right
  const isGrave = gives || isFinal
  expect(secondPerson !== undefined).toBe(isGrave || atMost !== undefined)
  // One person alone never does without a limit what gives a right or is final.
  expect(isGrave && does.length > 0 && sum === undefined && atMost === undefined).toBe(false)
})

test('docs/security.md has the table of the acts that one person does not do freely', () => {
  const mark = (is: unknown) => (is ? 'yes' : '')
  const rows = all.flatMap(([name, { does, gives, isFinal, atMost, sum, secondPerson, freshProof }]) => {
    const limit = sum === 'day' ? '`withdrawalsADay`' : sum === 'hour' ? `${atMost} an hour` : 'without roles'
    const alone = does.length === 0 ? 'none' : secondPerson ? limit : 'yes'
    return secondPerson || freshProof
      ? [[`\`${name}\``, mark(gives), mark(isFinal), alone, mark(secondPerson), mark(freshProof)]]
      : []
  })
  const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('| act ')
  const written = table.split('\n\n')[0]?.split('\n').slice(2) ?? []
  const cells = written.map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
  expect(cells).toEqual(rows)
})
