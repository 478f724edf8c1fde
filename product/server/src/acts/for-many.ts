import { rights, type Right } from '@ekyc/contract/console/acts'
import { agentFilters } from '@ekyc/contract/console/shapes/agents'
import { readableMoment } from '@ekyc/contract/console/shapes/common'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

import { CommandRefused } from '../domain/command-refused.ts'
import { nilId } from '../domain/new-id.ts'
import type { Act, Action, Means } from './act.ts'
import { markedAtMost, resolveMarked } from './agents/find-agents.ts'

const id = Type.String({ format: 'uuid' })
const ids = Type.Array(id, { minItems: 1, maxItems: markedAtMost, uniqueItems: true })
const marked = Type.Object(
  {
    filters: Type.Object(agentFilters, { additionalProperties: false }),
    at: readableMoment,
  },
  { additionalProperties: false },
)

type Many = { agents: string[] } | { marked: Static<typeof marked> }

/**
 * Extends an act on one agent to many agents. Instead of `agent`, the input has `agents` with their ids, or `marked`
 * with a list and the time at which it was shown. Each changed agent gets an audit row. The act changes all agents, or
 * none.
 * @param other the act that handles every other input, and whose name and right the returned act has; may be `one`
 */
export function forMany<In extends { agent: string }, OtherIn>(
  one: Act<In, unknown>,
  other: Act<OtherIn, unknown>,
): Act<OtherIn | Many, unknown> {
  const { name } = other
  const { secondPerson }: Right = rights[name]
  return {
    ...other,
    input: {
      schema: Type.Union([other.input.schema, Type.Object({ agents: ids }), Type.Object({ marked })]),
      is: (value): value is OtherIn | Many => manyIn(value) !== undefined || other.input.is(value),
    },
    /** Returns the number of agents. For `marked`, returns the maximum, so that the act needs a second person. */
    size(input) {
      const many = manyIn(input)?.many
      if (!many) return other.size?.(input as OtherIn) ?? 1
      return 'agents' in many ? many.agents.length : markedAtMost
    },
    async settle(action, input) {
      const many = manyIn(input)
      return many ? named(action, many) : input
    },
    async run(action, input) {
      const many = manyIn(input)
      if (!many) return other.run(action, input as OtherIn)
      const { agents, ...rest } = await named(action, many)
      action.row.subject = [`${agents.length} agents`, ...Object.values(rest)].join(' ')
      const counts = { changed: 0, unchanged: 0 }
      for (const agent of agents.toSorted()) {
        const row: Action['row'] = { subject: '' }
        await one.run({ ...action, row }, { ...rest, agent } as unknown as In)
        counts[row.unchanged === true ? 'unchanged' : 'changed'] += 1
        if (row.unchanged !== true) await action.addRow(one.name, row)
        action.progress(counts.changed + counts.unchanged, agents.length)
      }
      action.row.unchanged = counts.changed === 0
      return counts
    },
  }

  function manyIn(value: unknown): { many: Many; rest: object } | undefined {
    if (typeof value !== 'object' || value === null || 'agent' in value) return undefined
    const { agents, marked: list, ...rest } = value as { agents?: unknown; marked?: unknown }
    if (!one.input.is({ ...rest, agent: nilId })) return undefined
    if (list === undefined) return Value.Check(ids, agents) ? { many: { agents }, rest } : undefined
    const isList = agents === undefined && secondPerson && Value.Check(marked, list)
    return isList ? { many: { marked: list }, rest } : undefined
  }

  async function named({ db, at, policy }: Action & Means, { many, rest }: { many: Many; rest: object }) {
    if ('agents' in many) return { ...rest, agents: many.agents }
    const agents = await resolveMarked(db, many.marked, at, policy())
    if (agents.length === 0) throw new CommandRefused('No agent of this list is left.')
    return { ...rest, agents: agents.map(agent => agent.id) }
  }
}
