import { expect, test } from 'vitest'

import { bigint, moment, nullable, text } from './kinds.ts'
import type { Runner, Statement } from './runner.ts'
import { columns, declaredStatements, partitioned, sql, statement } from './sql.ts'

const row = { name: text, triesLeft: bigint }
const isLive = sql`mobile = ${text('mobile')} and used_on > ${moment('at')}`
const find = statement('test.find', row)`
  select ${columns(row)} from things where ${isLive} and made_on < ${moment('at')} and note = ${nullable(text)('note')}`
const clear = statement('test.clear')`delete from things`
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

test('a parameter keeps one number in all its positions, and its value goes there', async () => {
  const { sent, runner } = recording()
  await find(runner, { at, mobile: '9000000001', note: undefined })
  expect(sent).toMatchObject([
    {
      name: 'test.find',
      text: `
  select name, tries_left from things where mobile = $1 and used_on > $2 and made_on < $2 and note = $3`,
      values: ['9000000001', at, undefined],
    },
  ])
})

test('a row has the names of its declaration', async () => {
  const { runner } = recording([
    ['one', 3],
    ['two', 4],
  ])
  const rows = await find(runner, { at, mobile: '', note: null })
  expect(rows).toEqual([
    { name: 'one', triesLeft: 3 },
    { name: 'two', triesLeft: 4 },
  ])
  expect(await find.first(runner, { at, mobile: '', note: null })).toEqual(rows[0])
})

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

test('the compiler refuses a missing, misspelt or wrongly typed value, and null where it is not allowed', () => {
  const { runner } = recording()
  // @ts-expect-error: no values
  void (() => find(runner))
  // @ts-expect-error: `mobil`
  void (() => find(runner, { at, mobil: '', note: null }))
  // @ts-expect-error: a moment is a Date
  void (() => find(runner, { at: '2027-03-10', mobile: '', note: null }))
  // @ts-expect-error: only `note` is nullable
  void (() => find(runner, { at, mobile: null, note: null }))
  // @ts-expect-error: the row has no `used_on`
  void (async () => (await find.first(runner, { at, mobile: '', note: null }))?.usedOn)
  // @ts-expect-error: the statement has no parameters
  void (() => clear(runner, { at }))
  expect(declaredStatements().map(({ name }) => name)).toEqual(['test.find', 'test.clear', 'test.list'])
})

test('two statements never share a name', () => {
  expect(() => statement('test.clear')).not.toThrow()
  expect(() => statement('test.clear')`delete from things`).toThrow('two statements are named test.clear')
})
