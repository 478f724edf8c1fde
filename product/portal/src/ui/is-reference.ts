import { referenceMaxLength } from '@ekyc/contract/limits'

import { branding } from '../api/branding.ts'

/** Without the bank's own pattern, a text with a digit that no sentence looks like. */
const usualPattern = '(?=.*[0-9])[A-Za-z0-9/-]{4,}'

/** Tells whether a text that was not typed into the reference's own field is a reference of the bank. */
export function isReference(text: string): boolean {
  const { referencePattern = usualPattern } = branding()
  return text.length <= referenceMaxLength && new RegExp(`^(?:${referencePattern})$`).test(text)
}
