import { searchFormOf } from '@ekyc/contract/console/search-kinds'
import { agentFilters, agentSorts } from '@ekyc/contract/console/shapes/agents'
import { indiaDate } from '@ekyc/contract/india-time'
import { logInDays } from '@ekyc/contract/limits'
import { Type } from 'typebox'

import {
  countAgentsOfFilter,
  countRecentOrders,
  findAgentByMobile,
  findAgentsByLastDigits,
  findAgentsByName,
  findAgentsByStaffNumber,
  findAgentsByWords,
  findAgentInList,
  isWordCommon,
  listAgentPage,
  listMarkedAgents,
  useCustomPlans,
  type AgentPlace,
  type AgentSort,
  type AgentInList,
} from '../../database/agents/agent-lists.ts'
import { wordSeparators } from '../../database/agents/agent-index.ts'
import { listPasswordWaits } from '../../database/agents/agents.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/clocks.ts'
import { dormancyCutoff, isDormant } from '../../domain/agents/dormancy-and-limits.ts'
import { defineAct, actInput, listLimitSchema, type ActContext, type InputOf } from '../act.ts'

/** The console shows a larger count as "about" this number. */
const mostCounted = 10_000
const mostCandidates = 2_000
export const mostMarkedAgents = 100_000
/** The largest number of agents that a person may export without a fresh proof of identity. */
const mostWithoutProof = 1_000
const exportPieceSize = 1_000

type Reading = Pick<ActContext, 'db' | 'at' | 'policy'>
type AgentFilters = InputOf<typeof agentFilters> & { search?: string | undefined }

const sorting = {
  sort: Type.Optional(Type.Enum([...agentSorts, 'mobile'])),
  direction: Type.Optional(Type.Enum(['up', 'down'])),
}

export type ListedAgent = Awaited<ReturnType<typeof withCurrentState>>[number]

export const pageOfAgents = defineAct({
  name: 'agent.list',
  input: actInput({
    ...agentFilters,
    search: Type.Optional(Type.String()),
    ...sorting,
    after: Type.Optional(Type.Object({ key: Type.String(), second: Type.String(), id: Type.String() })),
    limit: listLimitSchema,
  }),
  async run(action, { sort = 'name', direction = 'up', after, limit, search, ...filters }) {
    const { db, row } = action
    const { filter, isCut } = await filterOf(action, { ...filters, search })
    const [{ agents, next }, counted] = await Promise.all([
      listAgentPage(db, filter, { sort, direction, after, limit }),
      countAgentsOfFilter(db, filter, mostCounted + 1),
    ])
    row.subject = `${agents.length} agents${filtersText(filters)}`
    return {
      agents: await withCurrentState(action, agents),
      next,
      count: { n: Math.min(counted, mostCounted), isAbout: isCut || counted > mostCounted },
    }
  },
})

/** The audit row of an export is written before the export reads its first agent. */
export const beginAgentExport = defineAct({
  name: 'agent.export',
  input: actInput({ ...agentFilters, ...sorting, isProven: Type.Boolean() }),
  async run(action, { sort: _sort, direction: _direction, isProven, ...filters }) {
    action.row.subject = `list of agents${filtersText(filters)}`
    if (!isProven) {
      const { filter } = await filterOf(action, filters)
      if ((await countAgentsOfFilter(action.db, filter, mostWithoutProof + 1)) > mostWithoutProof)
        throw new CommandRefused('This list is long. Please prove that it is you.', 'proof_needed')
    }
    return filtersText(filters)
  },
})

/**
 * Each piece is a short transaction, so that an export does not delay other requests.
 * @throws CommandRefused after the last piece if the filter may have left agents out
 */
export async function* streamAgents(
  { db: runner, at, policy }: Reading,
  {
    sort = 'name',
    direction = 'up',
    ...filters
  }: AgentFilters & { sort?: AgentSort; direction?: 'up' | 'down' },
): AsyncGenerator<ListedAgent[]> {
  let after: AgentPlace | undefined
  let isWhole = true
  do {
    const piece = await runner.inTransaction(async db => {
      const { filter, isCut } = await filterOf({ db, at, policy }, filters)
      const page = await listAgentPage(db, filter, { sort, direction, after, limit: exportPieceSize })
      return { agents: await withCurrentState({ db, at, policy }, page.agents), next: page.next, isCut }
    })
    yield piece.agents
    after = piece.next
    isWhole &&= !piece.isCut
  } while (after)
  if (!isWhole) throw new CommandRefused('the text finds more agents than a list of it has')
}

export const exportAgents = defineAct({
  name: 'agent.export',
  input: actInput({}),
  async run(action) {
    const agents: ListedAgent[] = []
    for await (const piece of streamAgents(action, { sort: 'mobile' })) agents.push(...piece)
    action.row.subject = `${agents.length} agents`
    return agents
  },
})

/** @param marked.at the time at which the list was shown; agents who were added later are left out */
export async function findMarkedAgents(reading: Reading, marked: { filters: AgentFilters; at: string }) {
  const { filter, isCut } = await filterOf(reading, marked.filters)
  const agents = await listMarkedAgents(reading.db, filter, {
    before: new Date(marked.at),
    limit: mostMarkedAgents + 1,
  })
  if (isCut) throw new CommandRefused('The text finds more agents than this list has. Narrow it.')
  if (agents.length > mostMarkedAgents)
    throw new CommandRefused(`These are more than ${mostMarkedAgents} agents. Narrow the list by a filter.`)
  return agents
}

/** `isCut` is true if so many agents match that the filter may leave some out. */
async function filterOf({ db, at, policy }: Reading, filters: AgentFilters) {
  await useCustomPlans(db)
  const { status, role = '', branch, supervisor, outlet, name, q, search } = filters
  const asked = q === undefined ? undefined : await searchAgents(db, q, mostCandidates)
  const filter = {
    status,
    role,
    // PostgreSQL can estimate the matches of a constant, but not of a result of its `lower`.
    branches: branch === undefined ? undefined : [branch].flat().flatMap(lowered),
    supervisor,
    outlet,
    name,
    search: search?.replace(/[\\%_]/g, '\\$&'),
    ids: asked?.agents.map(({ id }) => id),
    at,
    today: indiaDate(at),
    dormantBefore: dormancyCutoff(at, policy()),
  }
  return { filter, isCut: asked?.isCut === true }
}

/** A database without a locale lowers only ASCII letters. */
function lowered(text: string): string[] {
  return [text.toLowerCase(), text.replace(/[A-Z]/g, letter => letter.toLowerCase())]
}

/** @returns `isCut` is true if more agents match than `limit`, or than a search by words reads */
export async function searchAgents(db: SqlRunner, typed: string, limit: number) {
  const [text, form] = [typed.trim(), searchFormOf(typed)]
  if (form === 'id') return { agents: await findAgentInList(db, { id: text }), isCut: false }
  if (form === 'mobile') return { agents: await findAgentByMobile(db, { text, limit }), isCut: false }
  const isNumber = form === 'last-digits'
  const [numbered, begun] = await Promise.all([
    findAgentsByStaffNumber(db, { text, limit }),
    (isNumber ? findAgentsByLastDigits : findAgentsByName)(db, { text, limit }),
  ])
  const isFull = begun.length === limit
  const byWord = isNumber || isFull ? { agents: [], isCut: isFull } : await byWords(db, text, limit)
  const agents = new Map([...numbered, ...begun, ...byWord.agents].map(agent => [agent.id, agent]))
  return { agents: [...agents.values()], isCut: byWord.isCut }
}

/** Each word of the text is the beginning of a word of the name. */
async function byWords(db: SqlRunner, text: string, limit: number) {
  const words = text.split(new RegExp(wordSeparators)).filter(Boolean)
  const [longest, ...others] = words.toSorted((one, other) => other.length - one.length)
  if (longest === undefined) return { agents: [], isCut: false }
  const [agents, { isCommon }] = await Promise.all([
    findAgentsByWords(db, { longest, others, limit }),
    isWordCommon.one(db, { longest }),
  ])
  return { agents, isCut: isCommon }
}

export async function withCurrentState({ db, at, ...reading }: Reading, agents: AgentInList[]) {
  const policy = reading.policy()
  const daysBefore = (days: number) => indiaDate(new Date(at.getTime() - days * dayMs))
  const [waits, counted] = await Promise.all([
    listPasswordWaits(db, { mobiles: agents.map(({ mobile }) => mobile), at }),
    countRecentOrders(db, {
      ids: agents.map(({ id }) => id),
      from: daysBefore(logInDays - 1),
      monthFrom: daysBefore(29),
    }),
  ])
  const ends = new Map(waits.map(({ mobile, lockedUntil }) => [mobile, lockedUntil]))
  const counts = new Map(counted.map(one => [one.agentId, one]))
  return agents.map(agent => {
    const { orders30 = 0, verified30 = 0, lastOrderOn, lastLogInOn = null } = counts.get(agent.id) ?? {}
    const lockedUntil = ends.get(agent.mobile) ?? null
    const dormant = isDormant(agent, at, policy)
    const states = [
      [agent.disabledOn ? 'disabled' : 'enabled', true],
      ['locked', lockedUntil !== null],
      ['reset-demanded', agent.resetDemanded],
      ['no-password', !agent.hasPassword],
      ['stopped', agent.isStopped],
      ['dormant', dormant],
      ['kyc-due', agent.kycDue !== '' && agent.kycDue <= daysBefore(0)],
    ] as const
    return {
      ...agent,
      orders30,
      verified30,
      lastOrderOn: lastOrderOn ?? agent.lastOrderOn,
      lastLogInOn,
      statuses: states.flatMap(([status, holds]) => (holds ? [status] : [])),
      lockedUntil,
      isDormant: dormant,
    }
  })
}

function filtersText(filters: AgentFilters): string {
  return Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : `, ${name}=${[value].flat().join(' or ')}`))
    .join('')
}
