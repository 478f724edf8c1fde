import { t, type TextKey } from '../texts/t.ts'

/**
 * Returns the greeting of product.md section 2. That section has no text for hour 8 (sic); decisions.md section 4 gives
 * the text.
 */
export function greeting(hour: number, agentName: string | undefined): string {
  return t(sentenceAt(hour), { name: agentName || t('frame.noName') })
}

function sentenceAt(hour: number): TextKey {
  if (hour < 8) return 'frame.morning'
  if (hour === 8) return 'frame.hourEight'
  return hour <= 19 ? 'frame.afternoon' : 'frame.evening'
}
