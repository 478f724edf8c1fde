import { expect, test } from 'vitest'

import {
  bareMobile,
  byDetail,
  fieldOfHead,
  problemsOf,
  tidyDetails,
  type AgentDetails,
} from './sheet-lines.ts'

const right: AgentDetails = {
  ...byDetail(() => ''),
  mobile: '9000000001',
  name: 'Asha Verma',
  email: 'asha@agents.example',
  addressLine1: '1 Station Road',
  addressLine2: 'Pune',
  staffNumber: 'B-2291',
  branch: 'Pune Camp',
  kycOn: '2026-01-05',
  kycEvidence: 'KYC/2026/17',
  kycDue: '2028-01-05',
  risk: 'low',
  roles: ['DBS_AGENT'],
}
const problems = (differs: Partial<AgentDetails>) =>
  problemsOf({ ...right, ...differs }, ['DBS_AGENT', 'DBS_VIEWER'])

test('details are trimmed, their letters composed, and a role is named once', () => {
  const decomposed = 'Ren\u0065\u0301'
  const roles = [' DBS_AGENT', 'DBS_AGENT ', 'DBS_VIEWER']
  const given = { mobile: ' 9000000001 ', name: ` ${decomposed}\t`, addressLine1: `${decomposed} `, roles }
  const tidy = { mobile: '9000000001', name: 'Ren\u00e9', addressLine1: 'Ren\u00e9' }
  expect(tidyDetails(given)).toEqual({ ...byDetail(() => ''), ...tidy, roles: ['DBS_AGENT', 'DBS_VIEWER'] })
})

test.each<[string, Partial<AgentDetails>]>([
  ['complete', {}],
  ['without an address', { email: '', addressLine1: '', addressLine2: '' }],
  [
    'at their longest',
    { name: 'n'.repeat(100), addressLine1: 'a'.repeat(200), addressLine2: 'a'.repeat(200) },
  ],
  ['with the longest e-mail address', { email: `a@${'b'.repeat(249)}.in` }],
  ['in letters of India', { name: 'आशा वर्मा' }],
  ['with joiners inside words', { name: 'ക്‍ഷ', addressLine1: 'र्‍य क्‌ष' }],
  ['like a formula, which a program writes', { name: '=Ravi' }],
  ['with every role', { roles: ['DBS_VIEWER', 'DBS_AGENT'] }],
])('details %s have no problem', (_what, differs) => {
  expect(problems(differs)).toEqual([])
})

const hidden = (character: string, problem: string): [Partial<AgentDetails>, keyof AgentDetails, string] => [
  { addressLine2: `a${character}b` },
  'addressLine2',
  problem,
]
const unseen = 'has a character that cannot be shown'
test.each<[Partial<AgentDetails>, keyof AgentDetails, string]>([
  [{ mobile: '900000000' }, 'mobile', 'must be 10 digits and begin with 6, 7, 8 or 9'],
  [{ mobile: '९४०००००००१' }, 'mobile', 'must be 10 digits and begin with 6, 7, 8 or 9'],
  [{ mobile: '1100000599' }, 'mobile', 'must be 10 digits and begin with 6, 7, 8 or 9'],
  [{ name: '' }, 'name', 'is missing'],
  [{ name: 'n'.repeat(101) }, 'name', 'is longer than 100 characters'],
  [{ kycOn: '2026-02-30' }, 'kycOn', 'must be a day, as 2026-01-31'],
  [{ kycDue: '1.2.2028' }, 'kycDue', 'must be a day, as 2026-01-31'],
  [{ risk: 'huge' }, 'risk', 'must be low, medium, high'],
  [{ email: `a@${'b'.repeat(250)}.in` }, 'email', 'is longer than 254 characters'],
  [{ addressLine1: 'a'.repeat(201) }, 'addressLine1', 'is longer than 200 characters'],
  [{ addressLine2: 'a'.repeat(201) }, 'addressLine2', 'is longer than 200 characters'],
  ...['\u0000', '\u001b', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069', '\ufffd'].map(
    character => hidden(character, unseen),
  ),
  ...['\u00ad', '\u061c', '\u200c', '\ufeff', '\u{e0041}'].map(character =>
    hidden(character, 'has a hidden mark'),
  ),
  ...['@b.in', 'a@', 'a@.in', 'a@@b.in', 'a@b c.in', 'a@b.in, c@d.in'].map(
    (email): [Partial<AgentDetails>, keyof AgentDetails, string] => [
      { email },
      'email',
      'is not an e-mail address',
    ],
  ),
  [{ roles: [] }, 'roles', 'is missing'],
  [{ roles: ['DBS_AGENT', 'KING'] }, 'roles', "has 'KING', which is no role (DBS_AGENT, DBS_VIEWER)"],
])('%j: %s %s', (differs, field, problem) => {
  expect(problems(differs)).toEqual([{ field, problem }])
})

test('every problem is listed', () => {
  const all = problems({ mobile: '', name: '', email: 'x', addressLine1: '\u0000', roles: ['KING', 'QUEEN'] })
  expect(all.map(({ field }) => field)).toEqual(['mobile', 'name', 'email', 'addressLine1', 'roles', 'roles'])
})

test.each(['=1+1', '+91', '-1', '@sum'])('a sheet has no cell %s, which is a formula', text => {
  expect(problemsOf({ ...right, branch: text }, undefined, 'sheet')).toEqual([
    { field: 'branch', problem: 'begins with =, +, - or @, so it is a formula; type it without' },
  ])
})

test.each(['\u061c', '\u200e', '\u202e', '\u2066'])('a sheet is told of a mark %j by what it does', mark => {
  expect(problemsOf({ ...right, name: `a${mark}b` }, undefined, 'sheet')).toEqual([
    { field: 'name', problem: 'has a hidden mark that turns writing round' },
  ])
})

test.each([
  ["'9000000001", '9000000001'],
  ['+91 90000 00001', '9000000001'],
  ['+9190000000011', '+9190000000011'],
  ['90000-00001', '90000-00001'],
])('a mobile %s of a sheet is %s', (cell, mobile) => {
  expect(bareMobile(cell)).toBe(mobile)
})

test.each([
  ['Mobile No.', 'mobile'],
  ['address_line1', 'addressLine1'],
  ['E-Mail', 'email'],
  ['Aadhaar', undefined],
])('a column %s holds the field %s', (head, field) => {
  expect(fieldOfHead(head)).toBe(field)
})
