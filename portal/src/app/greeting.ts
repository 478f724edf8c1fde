import { t } from '../texts/en/frame.ts'

/** product.md section 2. Hour 8 has no label (sic): decisions.md section 4 gives the sentence. */
export function greeting(hour: number, agentName: string | undefined): string {
  const name = agentName || t('frame.noName')
  if (hour === 8) return t('frame.greetingPlain', { name })
  return t('frame.greeting', { label: labelAt(hour), name })
}

function labelAt(hour: number): string {
  if (hour < 8) return t('frame.morning')
  return hour <= 19 ? t('frame.afternoon') : t('frame.evening')
}
