import { Type } from 'typebox'

import { agentStatuses, listAgents as readAgents, type ListedAgent } from '../../database/agents/agents.ts'
import { act, inputOf, listLimit, orNone } from '../act.ts'

const noFilter = { status: null, role: null, branch: null, supervisor: null, search: '' }

const page = 1000

const text = Type.String()

export const listAgents = act({
  name: 'agent.list',
  input: inputOf({
    status: orNone(Type.Enum([...agentStatuses])),
    role: orNone(text),
    branch: orNone(text),
    supervisor: orNone(text),
    search: text,
    limit: listLimit,
    after: text,
  }),
  async run({ db, at, row }, { search, limit, after, ...only }) {
    const agentRows = await readAgents(db, {
      ...noFilter,
      ...only,
      search: literal(search),
      after,
      limit: limit + 1,
      at,
    })
    const agents = agentRows.slice(0, limit)
    row.subject = `${agents.length} agents`
    return { agents, next: agentRows.length > limit ? (agents.at(-1)?.mobile ?? null) : null }
  },
})

export const exportAgents = act({
  name: 'agent.export',
  input: inputOf({}),
  async run({ db, at, row }) {
    const found: ListedAgent[] = []
    for (let isMore = true; isMore;) {
      const after = found.at(-1)?.mobile ?? ''
      const next = await readAgents(db, { ...noFilter, after, limit: page, at })
      found.push(...next)
      isMore = next.length === page
    }
    row.subject = `${found.length} agents`
    return found
  },
})

function literal(search: string): string {
  return search.replace(/[\\%_]/g, '\\$&')
}
