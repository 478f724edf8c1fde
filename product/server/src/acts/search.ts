import type { ActName } from '@ekyc/contract/console/acts'
import { messageStates } from '@ekyc/contract/console/message-states'
import {
  kindsOfForm,
  searchFormOf,
  type SearchForm,
  type SearchKind,
} from '@ekyc/contract/console/search-kinds'
import { indiaDate } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import { findBranches, useCustomPlans } from '../database/agents/agent-lists.ts'
import { findDeviceModels } from '../database/agents/devices.ts'
import { listMessages } from '../database/messages/outbox.ts'
import { findProposal } from '../database/staff/proposals.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import { findStaff } from '../database/staff/staff.ts'
import { DatabaseTooSlow } from '../domain/database-away.ts'
import { dayMs } from '../domain/clocks.ts'
import { nilId } from '../domain/ids.ts'
import { maskMobile } from '../domain/agents/agents.ts'
import { permissionFor } from '../domain/staff/permissions.ts'
import { defineAct, actInput } from './act.ts'
import { searchAgents } from './agents/find-agents.ts'
import { findOrderById, findOrderByTransaction, findOrdersOfReference } from './kyc/find-orders.ts'

/** Many agents share their last four digits. */
const shownOfEach = 5
const shownOfDigits = 50
const modelDays = 30
/** Short, since a person waits on the phone meanwhile. */
const statementLimit = '300ms'

type SearchResult = { id: string; title: string; about: string }
type SearchQuery = { text: string; form: SearchForm; at: Date; limit: number }

/** Each kind of result has the act that the person must be permitted to do, and a search of bounded work. */
const finders: Record<
  SearchKind,
  [of: ActName, find: (db: SqlRunner, asked: SearchQuery) => Promise<SearchResult[]>]
> = {
  agent: [
    'agent.show',
    async (db, { text, limit }) => (await searchAgents(db, text, limit)).agents.slice(0, limit).map(lineOf),
  ],
  branch: [
    'agent.list',
    async (db, asked) => (await findBranches(db, asked)).map(({ branch }) => named(branch)),
  ],
  model: [
    'device.list',
    async (db, { text: beginning, at, limit }) => {
      const since = indiaDate(new Date(at.getTime() - modelDays * dayMs))
      return (await findDeviceModels(db, { beginning, since, limit })).map(({ model }) => named(model))
    },
  ],
  order: ['order.show', findOrders],
  message: [
    'outbox.list',
    async (db, { text: id }) => {
      const found = await listMessages(db, {
        id: id.toLowerCase(),
        kind: undefined,
        states: [...messageStates],
        limit: 1,
      })
      return found.map(({ kind, state }) => ({ id, title: kind, about: state }))
    },
  ],
  staff: [
    'staff.list',
    async (db, { text: id }) =>
      (await findStaff(db, { id })).map(({ name, roles }) => ({ id, title: name, about: roles.join(', ') })),
  ],
  proposal: [
    'proposal.show',
    async (db, { text }) =>
      (await findProposal(db, { number: Number(text.slice(1)), staffId: nilId })).map(
        ({ number, act: of, state }) => ({
          id: String(number),
          title: of,
          about: state,
        }),
      ),
  ],
}

export const search = defineAct({
  name: 'search.find',
  input: actInput({
    text: Type.String({ minLength: 1, maxLength: 200 }),
    /** The text's keyed digest for the audit row, since a text may be a customer's reference or a mobile number. */
    digest: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  }),
  async run({ db, at, maker, row }, { text: typed, digest }) {
    const form = searchFormOf(typed)
    const text = typed.trim()
    const shown = form === 'last-digits' ? shownOfDigits : shownOfEach
    const kinds: { kind: SearchKind; results: SearchResult[]; hasMore: boolean }[] = []
    const unfinished: SearchKind[] = []
    for (const kind of kindsOfForm[form]) {
      const [of, find] = finders[kind]
      if (permissionFor(maker, of, 1) === 'nothing') continue
      const found = await inTime(db, limited => find(limited, { text, form, at, limit: shown + 1 }))
      if (found === 'out of time') unfinished.push(kind)
      else if (found.length > 0)
        kinds.push({ kind, results: found.slice(0, shown), hasMore: found.length > shown })
    }
    const isKept = form === 'reference' || form === 'mobile' || form === 'last-digits'
    const count = kinds.reduce((sum, { results }) => sum + results.length, 0)
    row.subject = `${form}${isKept ? ` ${digest}` : ''}: ${count} results`
    return { form, kinds, unfinished }
  },
})

/** Runs in a savepoint of the search's transaction, so that a search leaves the other connections to other people. */
async function inTime<T>(db: SqlRunner, ask: (limited: SqlRunner) => T): Promise<Awaited<T> | 'out of time'> {
  try {
    return await db.inTransaction(async limited => {
      await useCustomPlans(limited, statementLimit)
      return await ask(limited)
    })
  } catch (error) {
    if (error instanceof DatabaseTooSlow) return 'out of time'
    throw error
  }
}

function named(name: string): SearchResult {
  return { id: name, title: name, about: '' }
}

function lineOf(agent: { id: string; name: string; mobile: string; branch: string }): SearchResult {
  // The row of an erased agent has no name, and the agent's id in place of the mobile number.
  const about = agent.name === '' ? [] : [agent.branch, maskMobile(agent.mobile)]
  return { id: agent.id, title: agent.name, about: about.filter(Boolean).join(', ') }
}

async function findOrders(db: SqlRunner, { text, form, limit }: SearchQuery): Promise<SearchResult[]> {
  const byName = form === 'id' ? findOrderById : form === 'transaction' ? findOrderByTransaction : undefined
  const orders = byName ? [await byName(db, text)] : (await findOrdersOfReference(db, text, { limit })).orders
  return orders.flatMap(order =>
    order
      ? [{ id: order.id, title: order.reference, about: `${order.status}, ${order.agentName ?? ''}` }]
      : [],
  )
}
