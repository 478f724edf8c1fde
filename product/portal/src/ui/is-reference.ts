import { referenceMaxLength } from '@ekyc/contract/limits'

import { branding } from '../api/branding.ts'

/** The pattern of a reference if the bank has set none. It requires a digit, so that no ordinary word matches. */
const usualPattern = '(?=.*[0-9])[A-Za-z0-9/-]{4,}'

/** Tells whether a text that was not typed into the reference field has the form of the bank's references. */
export function isReference(text: string): boolean {
  const { referencePattern = usualPattern } = branding()
  return text.length <= referenceMaxLength && new RegExp(`^(?:${referencePattern})$`).test(text)
}
