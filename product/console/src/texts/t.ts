import { textFor, type Values } from '@ekyc/ui/texts/t.ts'

import type english from './en.ts'

export type TextKey = keyof typeof english

export type Catalogue = Readonly<Record<TextKey, string>>

export const t: (key: TextKey, values?: Values) => string = textFor
