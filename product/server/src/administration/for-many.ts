import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'
import { agentFilters } from '@ekyc/contract/console/shapes/agents'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import { nilId } from '../domain/new-id.ts'
import type { Act, Action, Means } from './act.ts'
import { markedAtMost, resolveMarked } from './find-agents.ts'

const id = Type.String({ format: 'uuid' })
const ids = Type.Array(id, { minItems: 1, maxItems: markedAtMost, uniqueItems: true })
/** All that a list showed at a moment. */
const marked = Type.Object(
  {
    filters: Type.Object(agentFilters, { additionalProperties: false }),
    at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
)

type Many = { agents: string[] } | { marked: Static<typeof marked> }

/**
 * Lets a desk do for marked agents what the act does for one: `agents` names them, or `marked` names a list and its
 * moment, in place of `agent`. Each agent has an audit row. All are done, or none.
 * @param name of the act on many, if it has a right of its own
 */
export function forMany<In extends { agent: string }>(
  one: Act<In, unknown>,
  name: ActName = one.name,
): Act<In | (Omit<In, 'agent'> & Many), unknown> {
  const { secondPerson }: Right = rights[name]
  return {
    name,
    input: {
      schema: Type.Union([
        one.input.schema,
        Type.Unsafe({ ...one.input.schema, description: 'with `agents` or `marked`' }),
      ]),
      is: (value): value is In | (Omit<In, 'agent'> & Many) =>
        manyIn(value) !== undefined || one.input.is(value),
    },
    /** Nobody decides alone on a list that nobody has counted. */
    size: input => ('agents' in input ? input.agents.length : 'marked' in input ? markedAtMost : 1),
    ...(secondPerson && { settle }),
    async run(action, input) {
      const many = manyIn(input)
      if (many === undefined) return one.run(action, input as In)
      const { agents, rest } = await settled(action, many)
      action.row.subject = [`${agents.length} agents`, ...Object.values(rest)].join(' ')
      const counts = { changed: 0, unchanged: 0 }
      for (const agent of agents.toSorted()) {
        const row: Action['row'] = { subject: '' }
        await one.run({ ...action, row }, { ...rest, agent } as In)
        counts[row.unchanged === true ? 'unchanged' : 'changed'] += 1
        if (row.unchanged !== true) await action.addRow(one.name, row)
        action.progress(counts.changed + counts.unchanged, agents.length)
      }
      action.row.unchanged = counts.changed === 0
      return counts
    },
  }

  async function settle(action: Action & Means, input: In | (Omit<In, 'agent'> & Many)) {
    const many = manyIn(input)
    if (many === undefined) return input
    const { agents, rest } = await settled(action, many)
    return { ...rest, agents } as unknown as typeof input
  }

  function manyIn(value: unknown): { many: Many; rest: object } | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    const { agents, marked: list, ...rest } = value as { agents?: unknown; marked?: unknown }
    if ((agents === undefined) === (list === undefined)) return undefined
    if ('agent' in rest || !one.input.is({ ...rest, agent: nilId })) return undefined
    if (agents !== undefined) return Value.Check(ids, agents) ? { many: { agents }, rest } : undefined
    return secondPerson && Value.Check(marked, list) ? { many: { marked: list }, rest } : undefined
  }

  async function settled({ db, at }: Action, { many, rest }: { many: Many; rest: object }) {
    if ('agents' in many) return { agents: many.agents, rest }
    const agents = await resolveMarked(db, many.marked, at)
    return { agents: agents.map(agent => agent.id), rest }
  }
}
