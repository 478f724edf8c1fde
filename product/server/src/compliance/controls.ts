import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A control or rule, as a row of docs/compliance.md and of the report of the command `admin compliance`. */
export type Control = {
  /** The number in the auditor's list (1 to 77), or another rule's number (1.2 is section 1, row 2 of the rules). */
  number: string
  asks: string
  kept: 'software' | 'bank' | 'both'
  /** The degree to which the software keeps the control today. Absent if only the bank keeps the control. */
  state?: 'kept' | 'half' | 'not yet'
  /** The titles of the tests that prove the control. Each key is a test file's path from the repository's root. */
  tests?: Readonly<Record<string, readonly string[]>>
  /** The settings that decide whether an installation keeps the control. */
  settings?: readonly string[]
  /** The duty that remains with the bank, or the part that is missing. */
  note?: string
}

/** `settings` tells what the controls ask of each setting that they name. */
export type Controls = { controls: Control[]; otherRules: Control[]; settings: Record<string, string> }

export function readControls(): Controls {
  const file = join(import.meta.dirname, '../../../../docs/compliance.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Controls
}
