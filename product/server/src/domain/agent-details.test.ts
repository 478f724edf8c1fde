import { expect, test } from 'vitest'

import { contactOf, newAgent, problemsOf, tidyDetails, type AgentDetails } from './agent-details.ts'

const right: AgentDetails = {
  mobile: '9000000001',
  name: 'Asha Verma',
  email: 'asha@agents.example',
  addressLine1: '1 Station Road',
  addressLine2: 'Pune',
  staffNumber: 'B-2291',
  outlet: '',
  branch: 'Pune Camp',
  supervisor: '',
  roles: ['DBS_AGENT'],
}
const problems = (differs: Partial<AgentDetails>) =>
  problemsOf({ ...right, ...differs }, ['DBS_AGENT', 'DBS_VIEWER'])

test('details are trimmed, their letters composed, and a role is named once', () => {
  const decomposed = 'Ren\u0065\u0301'
  expect(
    tidyDetails({
      mobile: ' 9000000001 ',
      name: ` ${decomposed}\t`,
      email: ' a@b.in ',
      addressLine1: ` ${decomposed}`,
      addressLine2: `${decomposed} `,
      staffNumber: ' B-2291 ',
      outlet: '',
      branch: '',
      supervisor: '',
      roles: [' DBS_AGENT', 'DBS_AGENT ', 'DBS_VIEWER'],
    }),
  ).toEqual({
    mobile: '9000000001',
    name: 'Ren\u00e9',
    email: 'a@b.in',
    addressLine1: 'Ren\u00e9',
    addressLine2: 'Ren\u00e9',
    staffNumber: 'B-2291',
    outlet: '',
    branch: '',
    supervisor: '',
    roles: ['DBS_AGENT', 'DBS_VIEWER'],
  })
})

test('a new agent has tidy details, an id of its own and its time', () => {
  const at = new Date('2027-03-10T06:30:00.000Z')
  const agent = newAgent({ ...right, name: ' Asha Verma ' }, at)
  expect(agent).toEqual({ ...right, id: agent.id, createdOn: at })
  expect(newAgent(right, at).id).not.toBe(agent.id)
})

test('the contact details are all but mobile and roles', () => {
  const { mobile: _mobile, roles: _roles, ...contact } = right
  expect(contactOf(right)).toEqual(contact)
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
  ['with every role', { roles: ['DBS_VIEWER', 'DBS_AGENT'] }],
])('details %s have no problem', (_what, differs) => {
  expect(problems(differs)).toEqual([])
})

const unseen = 'has a character that cannot be shown'
test.each<[Partial<AgentDetails>, keyof AgentDetails, string]>([
  [{ mobile: '900000000' }, 'mobile', 'must be 10 digits and begin with 6, 7, 8 or 9'],
  [{ mobile: '1100000599' }, 'mobile', 'must be 10 digits and begin with 6, 7, 8 or 9'],
  [{ name: '' }, 'name', 'is missing'],
  [{ name: 'n'.repeat(101) }, 'name', 'is longer than 100 characters'],
  [{ email: `a@${'b'.repeat(250)}.in` }, 'email', 'is longer than 254 characters'],
  [{ addressLine1: 'a'.repeat(201) }, 'addressLine1', 'is longer than 200 characters'],
  [{ addressLine2: 'a'.repeat(201) }, 'addressLine2', 'is longer than 200 characters'],
  ...['\u0000', '\u001b', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069', '\ufffd'].map(
    (character): [Partial<AgentDetails>, keyof AgentDetails, string] => [
      { addressLine2: `a${character}b` },
      'addressLine2',
      unseen,
    ],
  ),
  ...[
    '@b.in',
    'a@',
    'a@in',
    'a@.in',
    'a@b.',
    'a@@b.in',
    'a b@c.in',
    'a@b c.in',
    'a@b.i n',
    'a,@b.in',
    'a@b.in, c@d.in',
  ].map((email): [Partial<AgentDetails>, keyof AgentDetails, string] => [
    { email },
    'email',
    'is not an e-mail address',
  ]),
  [{ roles: [] }, 'roles', 'is missing'],
  [{ roles: ['DBS_AGENT', 'KING'] }, 'roles', "has 'KING', which is no role (DBS_AGENT, DBS_VIEWER)"],
])('%j: %s %s', (differs, field, problem) => {
  expect(problems(differs)).toEqual([{ field, problem }])
})

test('every problem is listed', () => {
  const all = problems({ mobile: '', name: '', email: 'x', addressLine1: '\u0000', roles: ['KING', 'QUEEN'] })
  expect(all.map(({ field }) => field)).toEqual(['mobile', 'name', 'addressLine1', 'email', 'roles', 'roles'])
})
