import { searchFormOf } from '@ekyc/contract/console/search-kinds'
import { agentFilters, agentSorts, type agentStatuses } from '@ekyc/contract/console/shapes/agents'
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
  listAgentVersions,
  useCustomPlans,
  type AgentFilter,
  type AgentPlace,
  type AgentSort,
  type AgentInList,
} from '../../database/agents/agent-lists.ts'
import { wordSeparators } from '../../database/agents/agent-index.ts'
import { listPasswordWaits } from '../../database/agents/agents.ts'
import type { SqlRunner } from '../../database/link/sql-runner.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/clocks.ts'
import { dormancyCutoff, isDormant } from '../../domain/agents/dormancy-and-limits.ts'
import type { Policy } from '../../domain/policy.ts'
import { defineAct, actInput, listLimitSchema, type InputOf } from '../act.ts'

/** The console shows a larger count as "about" this number. */
const mostCounted = 10_000
const mostCandidates = 2_000
export const mostMarkedAgents = 100_000
/** The largest number of agents that a person may export without a fresh proof of identity. */
const mostWithoutProof = 1_000
const exportPieceSize = 1_000

type AgentFilters = InputOf<typeof agentFilters> & {
  search?: string | undefined
}

const sorting = {
  sort: Type.Optional(Type.Enum([...agentSorts, 'mobile'])),
  direction: Type.Optional(Type.Enum(['up', 'down'])),
}

export type ListedAgent = AgentInList & CurrentState

type CurrentState = {
  orders30: number
  verified30: number
  lastLogInOn: string | null
  statuses: (typeof agentStatuses)[number][]
  isDormant: boolean
  lockedUntil: Date | null
}

export const pageOfAgents = defineAct({
  name: 'agent.list',
  input: actInput({
    ...agentFilters,
    search: Type.Optional(Type.String()),
    ...sorting,
    after: Type.Optional(Type.Object({ key: Type.String(), second: Type.String(), id: Type.String() })),
    limit: listLimitSchema,
  }),
  async run({ db, at, row, policy }, { sort = 'name', direction = 'up', after, limit, search, ...filters }) {
    const { filter, isCut } = await filterOf(db, at, policy(), { ...filters, search })
    const [found, counted] = await Promise.all([
      listAgentPage(db, filter, { sort, direction, after, limit: limit + 1 }),
      countAgentsOfFilter(db, filter, mostCounted + 1),
    ])
    const agents = await withCurrentState(db, at, policy(), found.slice(0, limit))
    const last = found.length > limit ? agents.at(-1) : undefined
    row.subject = `${agents.length} agents${filtersText(filters)}`
    return {
      agents: agents.map(withoutPlace),
      next: last && { key: last.key, second: last.second, id: last.id },
      count: { n: Math.min(counted, mostCounted), isAbout: isCut || counted > mostCounted },
    }
  },
})

/** The audit row of an export is written before the export reads its first agent. */
export const beginAgentExport = defineAct({
  name: 'agent.export',
  input: actInput({ ...agentFilters, ...sorting, isProven: Type.Boolean() }),
  async run({ db, at, row, policy }, { sort: _sort, direction: _direction, isProven, ...filters }) {
    row.subject = `list of agents${filtersText(filters)}`
    if (!isProven) {
      const { filter } = await filterOf(db, at, policy(), filters)
      if ((await countAgentsOfFilter(db, filter, mostWithoutProof + 1)) > mostWithoutProof)
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
  runner: SqlRunner,
  at: Date,
  policy: Policy,
  {
    sort = 'name',
    direction = 'up',
    ...filters
  }: AgentFilters & { sort?: AgentSort; direction?: 'up' | 'down' },
): AsyncGenerator<ListedAgent[]> {
  let after: AgentPlace | undefined
  let isWhole = true
  for (let isMore = true; isMore;) {
    const piece = await runner.inTransaction(async db => {
      const { filter, isCut } = await filterOf(db, at, policy, filters)
      isWhole &&= !isCut
      return withCurrentState(
        db,
        at,
        policy,
        await listAgentPage(db, filter, { sort, direction, after, limit: exportPieceSize }),
      )
    })
    yield piece.map(withoutPlace)
    after = piece.at(-1)
    isMore = piece.length === exportPieceSize
  }
  if (!isWhole) throw new CommandRefused('the text finds more agents than a list of it has')
}

function withoutPlace<Agent extends AgentPlace>({ key: _key, second: _second, ...agent }: Agent) {
  return agent
}

export const exportAgents = defineAct({
  name: 'agent.export',
  input: actInput({}),
  async run({ db, at, row, policy }) {
    const order = { sort: 'mobile', direction: 'up' } as const
    const agents: ListedAgent[] = []
    for await (const piece of streamAgents(db, at, policy(), order)) agents.push(...piece)
    row.subject = `${agents.length} agents`
    return agents
  },
})

/** @param marked.at the time at which the list was shown; agents who were added later are left out */
export async function findMarkedAgents(
  db: SqlRunner,
  marked: { filters: AgentFilters; at: string },
  now: Date,
  policy: Policy,
): Promise<{ id: string; version: number }[]> {
  const { filter, isCut } = await filterOf(db, now, policy, marked.filters)
  const agents = await listAgentVersions(db, filter, {
    before: new Date(marked.at),
    limit: mostMarkedAgents + 1,
  })
  if (isCut) throw new CommandRefused('The text finds more agents than this list has. Narrow it.')
  if (agents.length > mostMarkedAgents)
    throw new CommandRefused(`These are more than ${mostMarkedAgents} agents. Narrow the list by a filter.`)
  return agents
}

/** `isCut` is true if so many agents match that the filter may leave some out. */
async function filterOf(
  db: SqlRunner,
  at: Date,
  policy: Policy,
  filters: AgentFilters,
): Promise<{ filter: AgentFilter; isCut: boolean }> {
  await useCustomPlans(db)
  const { status, role = '', branch, supervisor, outlet, name, q, search } = filters
  const asked = q === undefined ? undefined : await searchAgents(db, q, mostCandidates)
  const filter = {
    status,
    role,
    branches: branch === undefined ? undefined : [branch].flat().flatMap(lowered),
    supervisor,
    outlet,
    name,
    search: search?.replace(/[\\%_]/g, '\\$&'),
    ids: asked?.agents.map(({ id }) => id),
    at,
    today: indiaDate(at),
    dormantBefore: dormancyCutoff(at, policy),
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

export async function withCurrentState<Agent extends AgentInList>(
  db: SqlRunner,
  at: Date,
  policy: Policy,
  agents: Agent[],
): Promise<(Agent & CurrentState)[]> {
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
    const { orders = 0, verified = 0, lastOrderOn, lastLogInOn = null } = counts.get(agent.id) ?? {}
    return {
      ...agent,
      orders30: orders,
      verified30: verified,
      lastOrderOn: lastOrderOn ?? agent.lastOrderOn,
      lastLogInOn,
      ...statusesOf(agent, ends.get(agent.mobile) ?? null, isDormant(agent, at, policy), daysBefore(0)),
    }
  })
}

function statusesOf(agent: AgentInList, lockedUntil: Date | null, dormant: boolean, today: string) {
  const states = [
    [agent.disabledOn ? 'disabled' : 'enabled', true],
    ['locked', lockedUntil !== null],
    ['reset-demanded', agent.resetDemanded],
    ['no-password', !agent.hasPassword],
    ['stopped', agent.isStopped],
    ['dormant', dormant],
    ['kyc-due', agent.kycDue !== '' && agent.kycDue <= today],
  ] as const
  const statuses = states.flatMap(([status, holds]) => (holds ? [status] : []))
  return { statuses, lockedUntil, isDormant: dormant }
}

function filtersText(filters: AgentFilters): string {
  return Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : `, ${name}=${[value].flat().join(' or ')}`))
    .join('')
}
