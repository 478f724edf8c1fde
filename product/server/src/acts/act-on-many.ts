import { agentFilters } from '@ekyc/contract/console/shapes/agents'
import { readableMoment } from '@ekyc/contract/console/shapes/common'
import { Type, type Static, type TObject } from 'typebox'
import { Value } from 'typebox/value'

import { CommandRefused } from '../domain/command-refused.ts'
import type { Act, ActContext } from './act.ts'
import { mostMarkedAgents, findMarkedAgents } from './agents/find-agents.ts'

const alone = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const agents = Type.Array(id, { minItems: 1, maxItems: mostMarkedAgents, uniqueItems: true })
const marked = Type.Object({ filters: Type.Object(agentFilters, alone), at: readableMoment }, alone)

type Agents = { agents: string[] }
type Many = Agents | { marked: Static<typeof marked> }

/**
 * Instead of `agent`, the input has `agents` with their ids, or `marked` with a list and the time at which it was
 * shown. The act changes all agents, or none.
 * @param other handles every other input; may be `one`
 */
export function actOnMany<In extends { agent: string }, OtherIn extends object>(
  one: Act<In, unknown>,
  other: Act<OtherIn, unknown>,
): Act<OtherIn | Many, unknown> {
  const { agent: _agent, ...rest } = (one.input.schema as TObject).properties
  const schema = Type.Union([
    other.input.schema,
    Type.Object({ ...rest, agents }, alone),
    Type.Object({ ...rest, marked }, alone),
  ])
  return {
    ...other,
    input: { schema, is: (value): value is OtherIn | Many => Value.Check(schema, value) },
    // The agents of a list are not counted: their act always needs a second person.
    size(input) {
      if (!isMany(input)) return other.size?.(input) ?? 1
      return 'agents' in input ? input.agents.length : mostMarkedAgents
    },
    nameAgents: async (action, input) =>
      isMany(input) ? namedAgents(action, input) : other.nameAgents?.(action, input),
    async run(action, input) {
      if (!isMany(input)) return other.run(action, input)
      const { agents: ids, ...of } = await namedAgents(action, input)
      action.row.subject = [`${ids.length} agents`, ...Object.values(of)].join(' ')
      const counts = { changed: 0, unchanged: 0 }
      for (const agent of ids.toSorted()) {
        const row: ActContext['row'] = { subject: '' }
        await one.run({ ...action, row }, { ...of, agent } as unknown as In)
        counts[row.unchanged === true ? 'unchanged' : 'changed'] += 1
        if (row.unchanged !== true) await action.addRow(one.name, row)
        action.progress(counts.changed + counts.unchanged, ids.length)
      }
      action.row.unchanged = counts.changed === 0
      return counts
    },
  }
}

function isMany(input: object): input is Many {
  return 'agents' in input || 'marked' in input
}

async function namedAgents(action: ActContext, many: Many): Promise<Agents> {
  if ('agents' in many) return many
  const { marked: list, ...rest } = many
  const found = await findMarkedAgents(action, list)
  if (found.length === 0) throw new CommandRefused('No agent of this list is left.')
  return { ...rest, agents: found.map(agent => agent.id) }
}
