import { parseArgs } from 'node:util'

import { Complaint } from './complaint.ts'

/** Reads `--only=PART,PART`, which chooses parts of a program, and the other words. Without `--only`, all parts run. */
export function readOnly<Part extends string>(
  parts: readonly Part[],
  usage: string,
): { only: Part[]; words: string[] } {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: 'string' } },
      allowPositionals: true,
    })
    const named: readonly string[] = values.only?.split(',') ?? parts
    const only = parts.filter(part => named.includes(part))
    if (only.length === named.length) return { only, words: positionals }
  } catch {
    // An unknown option gets the same answer as an unknown part.
  }
  throw new Complaint(usage)
}
