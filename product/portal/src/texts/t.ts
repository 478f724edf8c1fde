import { textFor, type Values, type Words } from '@ekyc/ui/texts/t.ts'

import type english from './en.ts'

export { setTexts, textOf, type Words } from '@ekyc/ui/texts/t.ts'

export type TextKey = keyof typeof english

export type Catalogue = Readonly<Record<TextKey, string>>

export const t: (key: TextKey, values?: Values) => string = textFor

export function words(...sentence: Parameters<typeof t>): Words {
  return () => t(...sentence)
}

/**
 * The parts of the catalogue's keys between `Before` and `After`. For example, NameIn<'scanner.problem.', ''> has every
 * name that follows 'scanner.problem.'.
 */
export type NameIn<Before extends string, After extends string> = {
  [Key in TextKey]: Key extends `${Before}${infer Name}${After}` ? Name : never
}[TextKey]
