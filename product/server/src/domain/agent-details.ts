import { mobileLength } from '@ekyc/contract/limits'
import { isMobile } from '@ekyc/contract/rules'

import { newId } from './new-id.ts'

/** The details of an agent, as an operator enters them. */
export type AgentDetails = ContactDetails & { mobile: string; roles: string[] }

/** The details that may change without making a new agent. */
export type ContactDetails = Record<(typeof contactFields)[number], string>

export const contactFields = [
  'name',
  'email',
  'addressLine1',
  'addressLine2',
  'staffNumber',
  'branch',
  'outlet',
  'supervisor',
] as const

export function contactOf(details: ContactDetails): ContactDetails {
  return withEach(field => details[field])
}

/** Makes the details from the value of each field. */
export function withEach(valueOf: (field: keyof ContactDetails) => string): ContactDetails {
  // The fields are those of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(contactFields.map(field => [field, valueOf(field)])) as ContactDetails
}

export type DetailProblem = { field: keyof AgentDetails; problem: string }

const longest: Record<keyof ContactDetails, number> = {
  name: 100,
  email: 254,
  addressLine1: 200,
  addressLine2: 200,
  staffNumber: 40,
  branch: 100,
  outlet: 100,
  supervisor: 100,
}

/** Trims the details and normalizes them to Unicode NFC, which has one encoding for letters that look alike. */
export function tidyDetails(details: AgentDetails): AgentDetails {
  const tidy = (text: string) => text.normalize('NFC').trim()
  return {
    ...withEach(field => tidy(details[field])),
    mobile: tidy(details.mobile),
    roles: [...new Set(details.roles.map(tidy))],
  }
}

export function newAgent(details: AgentDetails, at: Date): AgentDetails & { id: string; createdOn: Date } {
  return { ...tidyDetails(details), id: newId(at), createdOn: at }
}

export const indianMobileRule = `must be ${mobileLength} digits and begin with 6, 7, 8 or 9`

/** Stricter than the log-in's rule: a mistyped number would cost SMS to nobody, for an agent who can never log in. */
export function isIndianMobile(text: string): boolean {
  return isMobile(text) && /^[6-9]/.test(text)
}

/** Lists the problems of details from `tidyDetails`, in the order of the fields. */
export function problemsOf(details: AgentDetails, knownRoles: string[]): DetailProblem[] {
  const problems: DetailProblem[] = []
  const say = (field: keyof AgentDetails, problem: string) => problems.push({ field, problem })

  if (!isIndianMobile(details.mobile)) say('mobile', indianMobileRule)
  if (details.name === '') say('name', 'is missing')
  for (const field of contactFields) {
    if (details[field].length > longest[field]) say(field, `is longer than ${longest[field]} characters`)
    if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd]/u.test(details[field]))
      say(field, 'has a character that cannot be shown')
  }
  if (details.email !== '' && !/^[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:]+$/.test(details.email))
    say('email', 'is not an e-mail address')
  if (details.roles.length === 0) say('roles', 'is missing')
  for (const role of details.roles.filter(name => !knownRoles.includes(name)))
    say('roles', `has '${role}', which is no role (${knownRoles.join(', ')})`)
  return problems
}
