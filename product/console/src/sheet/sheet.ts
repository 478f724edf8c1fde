/** A line of the file below the column heads. `line` is the line's number in the file, counted from 1. */
export type SheetRow = { line: number; cells: string[]; unreadable?: string }
export type Sheet = { head: string[]; rows: SheetRow[] }

export type SheetProblem =
  | 'too-large'
  | 'too-large-unpacked'
  | 'too-slow'
  | 'too-many-lines'
  | 'unreadable'
  | 'not-utf8'
  | 'semicolons'
  | 'empty'

export class BadSheet extends Error {
  readonly problem: SheetProblem
  constructor(problem: SheetProblem) {
    super(problem)
    this.problem = problem
  }
}
