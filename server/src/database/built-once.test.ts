import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { builtOnce } from './built-once.ts'
import { drizzleOn } from './drizzle-on.ts'
import { agents } from './schema.ts'

const nameOf = builtOnce(db =>
  db
    .select({ name: agents.name })
    .from(agents)
    .where(eq(agents.id, sql.placeholder('id'))),
)

test('is on its way at once, so that statements lock in the order they are asked in', async () => {
  const sent: unknown[] = []
  const db = drizzleOn({
    run: async ({ values }) => {
      sent.push(...values)
      return []
    },
    inTransaction: () => Promise.reject(new Error('asks for no transaction')),
  })

  const asked = ['one', 'two', 'three'].map(id => {
    const answer = nameOf(db, { id })
    expect(sent.at(-1)).toBe(id)
    return answer
  })

  expect(await Promise.all(asked)).toEqual([[], [], []])
  expect(sent).toEqual(['one', 'two', 'three'])
})
