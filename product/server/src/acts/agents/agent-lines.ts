import { byDetail, isInLineToo, type SheetField } from '@ekyc/contract/console/sheet-lines'
import { Type } from 'typebox'

import { lockAgents, type ManagedAgent } from '../../database/agents/agents.ts'
import type { Runner } from '../../database/link/runner.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { chunksOf, orNone, refuseHeld } from '../act.ts'

const text = Type.String()

export const detailCells = {
  mobile: text,
  ...byDetail(() => orNone(text)),
  name: text,
  roles: Type.Array(text),
}

export function linesOf<Row extends Type.TProperties>(row: Row) {
  return Type.Array(
    Type.Union([
      Type.Object({ line: Type.Integer(), details: Type.Object(row) }),
      Type.Object({ line: Type.Integer(), problem: text }),
    ]),
  )
}

export const mobileLines = linesOf({ mobile: text })

/** A line of a file, or the problem that makes the line unreadable. Line 1 is the head of the file. */
export type FileLine<Row> = { line: number; details: Row } | { line: number; problem: string }
export type LineProblem = { line: number; field: SheetField | undefined; problem: string }

export class LinesRefused extends CommandRefused {
  readonly problems: LineProblem[]
  constructor(problems: LineProblem[]) {
    const lines = new Set(problems.map(({ line }) => line)).size
    super(`Nothing was done: ${lines === 1 ? 'one line is' : `${lines} lines are`} wrong.`)
    this.problems = problems.toSorted((one, other) => one.line - other.line)
  }

  static throwIfAny(problems: LineProblem[]): void {
    if (problems.length > 0) throw new LinesRefused(problems)
  }
}

export function readLines<Row>(lines: FileLine<Row>[]): { line: number; details: Row }[] {
  return lines.flatMap(one => ('details' in one ? [one] : []))
}

export function lineProblems(lines: FileLine<{ mobile: string }>[]): LineProblem[] {
  const firstLine = new Map<string, number>()
  return lines.flatMap<LineProblem>(one => {
    if ('problem' in one) return [{ line: one.line, field: undefined, problem: one.problem }]
    const mobile = one.details.mobile.trim()
    const before = firstLine.get(mobile)
    if (before === undefined) firstLine.set(mobile, one.line)
    return before === undefined || mobile === ''
      ? []
      : [{ line: one.line, field: 'mobile', problem: isInLineToo(before) }]
  })
}

export async function lockAgentsOf(
  db: Runner,
  lines: FileLine<{ mobile: string }>[],
): Promise<Map<string, ManagedAgent>> {
  const mobiles = readLines(lines).map(({ details }) => details.mobile.trim())
  const agentsByMobile = new Map<string, ManagedAgent>()
  for (const some of chunksOf(mobiles)) await refuseHeld(db, some)
  for (const some of chunksOf(mobiles.toSorted()))
    for (const agent of await lockAgents(db, { mobiles: some })) agentsByMobile.set(agent.mobile, agent)
  return agentsByMobile
}
