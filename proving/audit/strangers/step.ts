import type { Stage } from './stage.ts'

/** A check by somebody else's tool. */
export type Step = {
  tool: string
  /** The Debian packages of the tool, its own first. */
  debian: readonly [string, ...string[]]
  /** The tool's package in tools/package.json, if npm installs the tool itself. */
  npm?: string
  run(stage: Stage): Promise<Result>
}

/** `findings` are the tool's findings above 'info' that docs/security.md does not answer. */
export type Result = { did: string; findings: string[] } | { skipped: string }
