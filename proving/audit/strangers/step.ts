import type { Stage } from './stage.ts'

/** A check by a tool of others. */
export type Step = {
  tool: string
  /** The Debian packages that bring the tool, its own first. */
  debian: readonly [string, ...string[]]
  /** The tool's package in tools/package.json, where npm brings the tool itself. */
  npm?: string
  run(stage: Stage): Promise<Result>
}

/** `findings` are the tool's findings above 'info' that docs/security.md does not answer. */
export type Result = { did: string; findings: string[] } | { skipped: string }
