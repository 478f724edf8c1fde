import { indiaDate } from '@ekyc/contract/india-time'

import { day, uuids } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { Sql, statement } from '../link/sql.ts'

/** The pattern of the characters between the words of a name. Vowel marks, as in Indic scripts, stay in the words. */
export const wordSeparators = '[\\s.,;:()/_-]+'

export function wordsOf(column: string): Sql<unknown> {
  return new Sql([`regexp_split_to_table(lower(${column}), '${wordSeparators}')`])
}

/** Updates the words by which the staff find agents, and adds missing rows of agent_standing. */
export async function indexAgents(db: Runner, ids: string[], at: Date): Promise<void> {
  await removeWords(db, { ids })
  await insertWords(db, { ids })
  await insertStandings(db, { ids, day: indiaDate(at) })
}

const removeWords = statement('agentWords.remove')`
  delete from agent_words where agent_id = any(${uuids('ids')})`

const insertWords = statement('agentWords.insert')`
  insert into agent_words (word, agent_id)
  select distinct words.word, agents.id from agents, ${wordsOf('agents.name')} as words(word)
  where agents.id = any(${uuids('ids')}) and words.word <> '' and agents.erased_on is null
  on conflict do nothing`

/** Until an agent's first order, `day` counts as the day of the last activity. */
const insertStandings = statement('agentStanding.insert')`
  insert into agent_standing (agent_id, counted_from)
  select unnest(${uuids('ids')}), ${day('day')} on conflict do nothing`
