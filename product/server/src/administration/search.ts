import {
  kindsOfForm,
  searchFormOf,
  type SearchForm,
  type SearchKind,
} from '@ekyc/contract/console/search-kinds'
import { Type } from 'typebox'

import {
  findAgentsByLastDigits,
  findAgentsByMobile,
  findAgentsByName,
  findAgentsByStaffNumber,
  findBranches,
  findFoundAgent,
} from '../database/agent-lists.ts'
import { findModels } from '../database/devices.ts'
import { planAnew } from '../database/plan-anew.ts'
import type { Runner } from '../database/runner.ts'
import { DatabaseTooSlow } from '../domain/database-away.ts'
import { maskMobile } from '../domain/mask-mobile.ts'
import { act, inputOf } from './act.ts'
import { byWords } from './find-agents.ts'
import { findOrderById, findOrderByTransaction, ordersOfReference } from './find-orders.ts'

/** Each kind shows so many; the last four digits of a mobile are shared by many agents. */
const shownOfEach = 5
const shownOfDigits = 50
/** No statement of a search takes longer: a person waits with the phone in the hand. */
const statementMs = 300

/** A line of the list under the field. */
export type Found = { id: string; title: string; about: string }
type Asked = { text: string; form: SearchForm; limit: number }

/** Finds the things of one kind, by statements of which each is bounded. Slices of the console add theirs. */
const finders: Partial<Record<SearchKind, (db: Runner, asked: Asked) => Promise<Found[]>>> = {
  agent: findAgents,
  branch: async (db, asked) =>
    (await findBranches(db, asked)).map(({ branch }) => ({ id: branch, title: branch, about: '' })),
  order: findOrders,
  model: async (db, { text, limit }) =>
    (await findModels(db, { beginning: text, limit })).map(({ model }) => ({
      id: model,
      title: model,
      about: '',
    })),
}

export const search = act({
  name: 'search.find',
  input: inputOf({
    text: Type.String({ minLength: 1, maxLength: 200 }),
    /** The text's keyed digest, for the audit row: the text may be a customer's reference, or a mobile. */
    digest: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  }),
  async run({ db, row }, { text: typed, digest }) {
    const form = searchFormOf(typed)
    const text = typed.trim()
    const shown = form === 'last-digits' ? shownOfDigits : shownOfEach
    const kinds: { kind: SearchKind; results: Found[]; hasMore: boolean }[] = []
    const unfinished: SearchKind[] = []
    for (const kind of kindsOfForm[form]) {
      const found = await inTime(db, limited => finders[kind]?.(limited, { text, form, limit: shown + 1 }))
      if (found === 'out of time') unfinished.push(kind)
      else if (found && found.length > 0)
        kinds.push({ kind, results: found.slice(0, shown), hasMore: found.length > shown })
    }
    const isKept = form === 'reference' || form === 'mobile'
    const count = kinds.reduce((sum, { results }) => sum + results.length, 0)
    row.subject = `${form}${isKept ? ` ${digest}` : ''}: ${count} results`
    return { form, kinds, unfinished }
  },
})

/**
 * Asks in a savepoint of the search's own transaction: one connection for a search, and one for each other person.
 * @returns what was found in the time
 */
async function inTime<T>(db: Runner, ask: (limited: Runner) => T): Promise<Awaited<T> | 'out of time'> {
  try {
    return await db.inTransaction(async limited => {
      await planAnew(limited, statementMs)
      return await ask(limited)
    })
  } catch (error) {
    if (error instanceof DatabaseTooSlow) return 'out of time'
    throw error
  }
}

async function findAgents(db: Runner, { text, form, limit }: Asked): Promise<Found[]> {
  const asked = { text, limit }
  if (form === 'id') {
    const agent = await findFoundAgent(db, text)
    return agent ? [lineOf(agent)] : []
  }
  if (form === 'mobile') return (await findAgentsByMobile(db, asked)).map(lineOf)
  if (form === 'last-digits') return (await findAgentsByLastDigits(db, asked)).map(lineOf)
  if (form === 'reference') return (await findAgentsByStaffNumber(db, asked)).map(lineOf)
  const begun = await findAgentsByName(db, asked)
  const others = begun.length < limit ? await byWords(db, text, limit) : []
  const more = others.filter(({ id }) => begun.every(one => one.id !== id))
  return [...begun, ...more].slice(0, limit).map(lineOf)
}

function lineOf(agent: { id: string; name: string; mobile: string; branch: string }): Found {
  // An erased agent has neither.
  const about = agent.name === '' ? [] : [agent.branch, maskMobile(agent.mobile)]
  return { id: agent.id, title: agent.name, about: about.filter(Boolean).join(', ') }
}

async function findOrders(db: Runner, { text, form, limit }: Asked): Promise<Found[]> {
  const byName = form === 'id' ? findOrderById : form === 'transaction' ? findOrderByTransaction : undefined
  const orders = byName ? [await byName(db, text)] : (await ordersOfReference(db, text, { limit })).orders
  return orders.flatMap(order =>
    order
      ? [{ id: order.id, title: order.reference, about: `${order.status}, ${order.agentName ?? ''}` }]
      : [],
  )
}
