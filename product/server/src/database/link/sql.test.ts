import { expect, test } from 'vitest'

import { bigint, moment, nullable, text } from './kinds.ts'
import type { Runner, Statement } from './runner.ts'
import { columns, partitioned, sql, statement } from './sql.ts'

const row = { name: text, triesLeft: bigint }
const isLive = sql`mobile = ${text('mobile')} and used_on > ${moment('at')}`
const find = statement('test.find', row)`
  select ${columns(row)} from things where ${isLive} and made_on < ${moment('at')} and note = ${nullable(text)('note')}`
const things = partitioned('things')
const hasOwner = sql`things.owner = ${text('owner')} and kind <> 'things'`
const list = statement('test.list')`
  select from ${things} as things where ${hasOwner} and id in (select id from ${things} where ${hasOwner})`

function recording(answer: unknown[] = []) {
  const sent: Statement[] = []
  const runner: Runner = {
    run: async question => {
      sent.push(question)
      return answer
    },
    inTransaction: () => Promise.reject(new Error('these statements need no transaction')),
  }
  return { sent, runner }
}

const at = new Date(0)

test('statements are sent before the call returns, so that they lock in the order of the calls', async () => {
  const { sent, runner } = recording()
  const answers = ['one', 'two', 'three'].map(mobile => {
    const answer = find.first(runner, { at, mobile, note: null })
    expect(sent.at(-1)?.values[0]).toBe(mobile)
    return answer
  })
  await Promise.all(answers)
  expect(sent).toHaveLength(3)
})

test('a statement asks a partition in the places of its table, and keeps aliases and texts of that name', async () => {
  const { sent, runner } = recording()
  const july = { of: 'things', name: 'things_2027_07' }
  await list({ ...runner, partition: july }, { owner: 'somebody' })
  await list(runner, { owner: 'somebody' })
  await list({ ...runner, partition: july }, { owner: 'somebody' })
  const condition = "things.owner = $1 and kind <> 'things'"
  const textOn = (table: string) =>
    `\n  select from ${table} as things where ${condition} and id in (select id from ${table} where ${condition})`
  expect(sent).toMatchObject([
    { name: 'test.list things_2027_07', text: textOn('things_2027_07'), values: ['somebody'] },
    { name: 'test.list', text: textOn('things'), values: ['somebody'] },
    {},
  ])
  expect(sent[2]).toEqual(sent[0])
})

test('two statements never share a name', () => {
  expect(() => statement('test.list')).not.toThrow()
  expect(() => statement('test.list')`delete from things`).toThrow('two statements are named test.list')
})
