import type { Stage } from './stage.ts'

/** A check of the product by an external tool. */
export type Step = {
  tool: string
  /** The Debian packages that the tool needs. The first is the tool's own package, unless npm installs the tool. */
  debian: readonly [string, ...string[]]
  /** The tool's package in tools/package.json, if npm installs the tool itself. */
  npm?: string
  run(stage: Stage): Promise<Result>
}

/** The result of a step. `findings` are the findings above the level 'info' that docs/security.md does not explain. */
export type Result = { did: string; findings: string[] } | { skipped: string }
