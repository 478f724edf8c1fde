import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { settingsKept, type Installation } from './settings-kept.ts'

export type Judged = Omit<Control, 'settings'> & {
  /** 'not kept' means that the software can keep the control, but a setting of this installation prevents this. */
  verdict: 'kept' | 'half' | 'not yet' | 'not kept' | 'bank'
  settings: { name: string; value: string; asks: string; keeps: boolean }[]
}

export function judge(installation: Installation): { controls: Judged[]; otherRules: Judged[] } {
  const { controls, otherRules, settings } = readControls()
  const judged = (rows: Control[]) => rows.map(row => judgeOne(row, settings, installation))
  return { controls: judged(controls), otherRules: judged(otherRules) }
}

function judgeOne(
  { settings = [], ...control }: Control,
  asked: Record<string, string>,
  installation: Installation,
): Judged {
  const found = settings.flatMap(name => {
    const by = settingsKept[name]
    const asks = asked[name] ?? ''
    return by ? [{ name, value: by.value(installation), asks, keeps: by.keeps(installation) }] : []
  })
  const isKept = found.every(({ keeps }) => keeps)
  const verdict = control.state ?? 'bank'
  return { ...control, settings: found, verdict: isKept || verdict === 'not yet' ? verdict : 'not kept' }
}

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
