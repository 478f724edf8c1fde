import { indiaDate } from '@ekyc/contract/india-time'

import { dayMs } from '../../domain/clocks.ts'
import { nilId } from '../../domain/ids.ts'
import { readInPages } from '../link/pages.ts'
import { raw, sql, statement, t, type Sql, type SqlRunner } from '../link/sql.ts'

/** Vowel marks, as in Indic scripts, stay in the words. */
export const wordSeparators = '[\\s.,;:()/_-]+'

export function wordsInColumn(column: string): Sql<unknown> {
  return raw(`regexp_split_to_table(lower(${column}), '${wordSeparators}')`)
}

export async function indexAgents(db: SqlRunner, ids: string[], at: Date): Promise<void> {
  await removeWords(db, { ids })
  await insertWords(db, { ids })
  await insertStandings(db, { ids, day: indiaDate(at) })
}

/** Needs the row `s` of agent_standing. */
export const lastActiveDay = sql`greatest(s.last_order_on, s.counted_from)`

const atOnce = 1_000
/** A server that was off for two weeks misses none of so many days. */
const daysCounted = 45

/**
 * Indexes agents that another program inserted, and finds the days of last orders.
 * @param everyAgent true once a night; otherwise, only agents who were never counted are counted
 */
export async function updateAgentStandings(db: SqlRunner, at: Date, everyAgent: boolean): Promise<void> {
  for (;;) {
    const ids = (await listUnindexed(db, { limit: atOnce })).map(({ id }) => id)
    if (ids.length === 0) break
    await db.inTransaction(transaction => indexAgents(transaction, ids, at))
  }
  const daysBefore = (days: number) => indiaDate(new Date(at.getTime() - days * dayMs))
  const pages = readInPages(atOnce, { agentId: nilId }, ({ agentId: after, limit }) =>
    listStandings(db, { after, everyAgent, limit }),
  )
  for await (const rows of pages) {
    const from = rows.every(({ isCounted }) => isCounted) ? daysBefore(daysCounted) : null
    const ids = rows.map(({ agentId }) => agentId)
    const today = daysBefore(0)
    const found = await findLastDays(db, { ids, from, today })
    await writeStandings(db, { ids, found: JSON.stringify(found) })
  }
}

const removeWords = statement('agentWords.remove')`
  delete from agent_words where agent_id = any(${t.uuids('ids')})`

const insertWords = statement('agentWords.insert')`
  insert into agent_words (word, agent_id)
  select distinct words.word, agents.id from agents, ${wordsInColumn('agents.name')} as words(word)
  where agents.id = any(${t.uuids('ids')}) and words.word <> '' and agents.erased_on is null
  on conflict do nothing`

/** Until an agent's first order, `day` counts as the day of the last activity. */
const insertStandings = statement('agentStanding.insert')`
  insert into agent_standing (agent_id, counted_from)
  select unnest(${t.uuids('ids')}), ${t.day('day')} on conflict do nothing`

const listUnindexed = statement('agentStanding.listUnindexed', { id: t.uuid })`
  select id from agents
  where erased_on is null and not exists (select from agent_standing s where s.agent_id = agents.id)
  order by id limit ${t.bigint('limit')}`

const listStandings = statement('agentStanding.list', {
  agentId: t.uuid,
  isCounted: t.boolean,
})`
  select agent_id, is_counted from agent_standing
  where agent_id > ${t.uuid('after')} and (${t.boolean('everyAgent')} or not is_counted)
  order by agent_id limit ${t.bigint('limit')}`

const findLastDays = statement('agentStanding.findLastDays', {
  agentId: t.uuid,
  lastOrderOn: t.nullable(t.day),
})`
  select agent_id, max(day) as last_order_on from daily_counts
  where agent_id = any(${t.uuids('ids')}) and (${t.nullable(t.day)('from')}::date is null
    or day >= ${t.nullable(t.day)('from')})
    and day < ${t.day('today')} and kyc_success + kyc_failure > 0
  group by agent_id`

/** An agent who is missing in `found` has had no order in the counted period. */
const writeStandings = statement('agentStanding.write')`
  update agent_standing s set last_order_on = greatest(s.last_order_on, new.last_order_on), is_counted = true
  from (select ids.id, coalesce(c."lastOrderOn", '-infinity') as last_order_on
    from unnest(${t.uuids('ids')}) as ids(id)
    left join jsonb_to_recordset(${t.json('found')}::jsonb) as c("agentId" uuid, "lastOrderOn" date)
      on c."agentId" = ids.id) as new
  where s.agent_id = new.id and (not s.is_counted or s.last_order_on < new.last_order_on)`
