import { byDetail, isInLineToo, type SheetField } from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { lockAgents, type ManagedAgent } from '../../database/agents/agents.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { chunksOf } from '../act.ts'
import { refuseAgentsInImport } from './act-on-agent.ts'

const text = Type.String()

export const agentLineSchemas = {
  mobile: text,
  ...byDetail(() => Type.Optional(text)),
  name: text,
  roles: Type.Array(text),
}

/** Line 1 is the head of the file. `unreadable` tells why a line cannot be read. */
export function fileLinesSchema<Row extends Type.TProperties>(row: Row) {
  return Type.Array(
    Type.Object({ line: Type.Integer(), details: Type.Object(row), unreadable: Type.Optional(text) }),
  )
}

export type LineProblem = { field?: SheetField; problem: string }

export class LinesRefused extends CommandRefused {
  readonly problems: (LineProblem & { line: number })[]
  constructor(problems: LinesRefused['problems']) {
    const lines = new Set(problems.map(({ line }) => line)).size
    super(`Nothing was done: ${lines === 1 ? 'one line is' : `${lines} lines are`} wrong.`)
    this.problems = problems.toSorted((one, other) => one.line - other.line)
  }

  static throwIfAny(lines: { line: number; problems: LineProblem[] }[]): void {
    const problems = lines.flatMap(({ line, problems: ofLine }) => ofLine.map(one => ({ line, ...one })))
    if (problems.length > 0) throw new LinesRefused(problems)
  }
}

export function firstLineOfEachMobile(lines: { line: number; details: { mobile: string } }[]) {
  return new Map(lines.toReversed().map(({ line, details }) => [details.mobile, line]))
}

export function repetitionProblem(
  line: number,
  mobile: string,
  firstLines: Map<string, number>,
): LineProblem[] {
  const first = firstLines.get(mobile) ?? line
  return first === line || mobile === '' ? [] : [{ field: 'mobile', problem: isInLineToo(first) }]
}

export async function lockAgentsOfLines(db: SqlRunner, lines: { details: { mobile: string } }[]) {
  const mobiles = lines.map(({ details }) => details.mobile).toSorted()
  const agentsByMobile = new Map<string, ManagedAgent>()
  for (const some of chunksOf(mobiles)) {
    await refuseAgentsInImport(db, some)
    for (const agent of await lockAgents(db, { mobiles: some })) agentsByMobile.set(agent.mobile, agent)
  }
  return agentsByMobile
}
