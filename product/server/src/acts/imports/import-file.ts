import { onExistingChoices, sheetFields, tidyDetails } from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { listRoleNames } from '../../database/agents/agents.ts'
import { defineAct, actInput, type ActContext } from '../act.ts'
import {
  agentLineSchemas,
  fileLinesSchema,
  firstLineOfEachMobile,
  LinesRefused,
  lockAgentsOfLines,
} from '../agents/agent-file-lines.ts'
import { planLine, writePlan, type PlannedLine } from './import-plan.ts'

type ImportFile = Parameters<typeof importAgents.run>[1]

export const importAgents = defineAct({
  name: 'agent.import',
  input: actInput({
    lines: fileLinesSchema(agentLineSchemas),
    columns: Type.Array(Type.Enum([...sheetFields])),
    onExisting: Type.Enum([...onExistingChoices]),
    source: Type.String(),
  }),
  size: ({ lines }) => lines.length,
  async run(action, file): Promise<OutcomeCounts> {
    const plan = await planFile(action, file)
    let written = 0
    const ids = await writePlan(action, plan, done => action.progress((written += done), file.lines.length))
    const counts = countOutcomes(plan)
    // Another operator added one of these agents after `planFile` had looked for it, so the whole import is rolled back.
    if (ids.size < counts.added)
      throw new Error('somebody else added one of these agents at the same moment; try again')
    return counts
  },
})

/** Checks no right, so only an operator may ask for it. */
export async function planFile({ db, row }: ActContext, file: ImportFile): Promise<PlannedLine[]> {
  row.subject = `${file.lines.length} agents from ${file.source}`
  const lines = file.lines.map(one => ({ ...one, details: tidyDetails(one.details) }))
  const rules = {
    ...file,
    agents: await lockAgentsOfLines(db, lines),
    roles: await listRoleNames(db),
    firstLines: firstLineOfEachMobile(lines),
    from: 'program' as const,
  }
  const plan = lines.map(one => planLine(one, rules))
  LinesRefused.throwIfAny(plan)
  return plan
}

export type OutcomeCounts = Record<Exclude<PlannedLine['becomes'], 'wrong'>, number>

export function countOutcomes(plan: PlannedLine[]): OutcomeCounts {
  const counts: OutcomeCounts = { added: 0, updated: 0, unchanged: 0, skipped: 0 }
  for (const { becomes } of plan) if (becomes !== 'wrong') counts[becomes] += 1
  return counts
}
