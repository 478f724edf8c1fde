import { readControls, type Control } from './controls.ts'
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
