import { isMobile } from '../rules.ts'

export const searchKinds = ['agent', 'branch', 'model', 'order', 'message', 'staff', 'proposal'] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchForms = [
  'mobile',
  'last-digits',
  'id',
  'transaction',
  'proposal',
  'words',
  'reference',
] as const
export type SearchForm = (typeof searchForms)[number]

export function searchFormOf(typed: string): SearchForm {
  const text = typed.trim()
  if (isMobile(text)) return 'mobile'
  if (/^[0-9]{3,9}$/.test(text)) return 'last-digits'
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return 'id'
  if (/^UKC:[0-9a-f]{32}$/i.test(text)) return 'transaction'
  if (/^#[0-9]{1,9}$/.test(text)) return 'proposal'
  return /[0-9]/.test(text) && /^[A-Za-z0-9/_.:-]+$/.test(text) ? 'reference' : 'words'
}

/** The kinds of records that a search covers for each format of the text, in the order of the answer. */
export const kindsOfForm: Record<SearchForm, readonly SearchKind[]> = {
  mobile: ['agent'],
  'last-digits': ['agent', 'order', 'model'],
  id: ['order', 'agent', 'staff', 'message'],
  transaction: ['order'],
  proposal: ['proposal'],
  words: ['agent', 'branch', 'model'],
  reference: ['order', 'agent', 'model'],
}
