import type { StaffRole } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { agentDetails, byDetail, detailFields } from '@ekyc/contract/console/sheet-lines'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { type Answers, byOne, bySecond, FakeRefusal, openConsole, press } from '../../testing/console.tsx'
import type { Agent } from './agent-act-dialog.tsx'

const meena: Agent = {
  ...byDetail(() => ''),
  id: '0196f3a1-0000-7000-8000-000000000012',
  name: 'Meena Kumari',
  mobile: 'XXXXXX6671',
  staffNumber: 'E12',
  branch: 'Ajmer',
  outlet: 'Pushkar Road',
  kycOn: '2026-01-05',
  kycEvidence: 'KYC/2026/17',
  risk: 'low',
  alerts: [],
  statuses: ['enabled'],
  isDemo: false,
  version: 4,
  lastOrderOn: '2026-11-02',
  lastLogInOn: '2026-11-25',
  orders30: 77,
  verified30: 48,
  createdOn: '2025-03-04T05:00:00.000Z',
  lockedUntil: null,
  roles: [{ role: 'DBS_AGENT', privileges: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP'] }],
  otherRoles: [{ role: 'DBS_VIEWER', privileges: ['VIEW_APP_DASHBOARD'] }],
  withheld: ['DO_EKYC_APP'],
  liveSessions: 1,
  passkeys: 0,
  limits: [{ kind: 'unknown-reference', used: 9, of: 12, until: '2026-11-26T11:00:00.000Z' }],
}
const path = `/agents/${meena.id}`
const around = { listAgentTrail: { rows: [] }, listOrders: { rows: [] } }
const answerOf = (patch: Partial<Agent> = {}): AnswerOf<'getAgent'> => ({
  id: meena.id,
  erasedOn: null,
  agent: { ...meena, ...patch },
})

function openAgent(role: StaffRole, answers: Answers = {}, tab = '') {
  return openConsole(path + tab, role, { ...around, getAgent: answerOf(), ...answers })
}

test('the summary shows each detail of the agent', async () => {
  await openAgent('support', { getAgent: answerOf(byDetail(field => agentDetails[field].example)) })
  await screen.findByText('12 Market Road')
  const shown = document.body.textContent
  for (const field of detailFields.filter(one => agentDetails[one].is === 'text' && one !== 'risk'))
    expect(shown).toContain(agentDetails[field].example)
  for (const text of ['5 Jan', '5 Jan 2028', '5 Jan 2027', 'low']) expect(shown).toContain(text)
})

test('an edit sends what has changed alone, and shows it before', async () => {
  const { user, askedFor } = await openAgent('support', byOne)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Meena Kumari' }))
  const outlet = dialog.getByRole('textbox', { name: 'Outlet' })
  await user.clear(outlet)
  await user.type(outlet, 'Station Road')
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  expect(await dialog.findByLabelText('becomes Station Road')).toBeTruthy()
  expect(dialog.getByLabelText('now Pushkar Road')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Edit' }))
  await screen.findByText('Agent edited.')
  expect(askedFor('doAct')).toEqual([
    { name: 'agent.update', input: { agent: meena.id, changes: { outlet: 'Station Road' } } },
  ])
})

test('[control 15] a locked password is told with its two ways out, and no time', async () => {
  await openAgent('support', {
    ...byOne,
    getAgent: answerOf({ statuses: ['enabled', 'locked'], lockedUntil: '9999-12-31T00:00:00.000Z' }),
  })
  await screen.findByText(/The password is locked .* by OTP or you unlock it/)
  expect(document.body.textContent).not.toContain('9999')
})

test('the state asks for the main act, and acts are done by keyboard: the focus is where the next key is needed', async () => {
  const { user, askedFor } = await openAgent('support', {
    ...byOne,
    getAgent: answerOf({ statuses: ['enabled', 'locked'], lockedUntil: '2026-11-26T10:21:00.000Z' }),
  })
  await screen.findByText(/Log-in waits until 15:51:00/)
  const isReady = (name: string) =>
    waitFor(() => {
      const button = within(screen.getByRole('dialog')).getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).not.toBe('true')
      expect(document.activeElement).toBe(button)
    })
  await user.keyboard('u')
  expect(screen.getByRole('dialog', { name: 'Unlock Meena Kumari?' })).toBeTruthy()
  await isReady('Unlock')
  await user.keyboard('{Enter}')
  await screen.findByText('Agent unlocked.')
  expect(askedFor('doAct')).toEqual([{ name: 'agent.unlock', input: { agent: meena.id } }])
  expect(askedFor('getAgent').length).toBeGreaterThan(1)
  await user.keyboard('e')
  const name = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Name' })
  expect(document.activeElement).toBe(name)
  await user.keyboard(' Devi')
  const goOn = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Go on' }).focus()
  goOn()
  await user.keyboard('{Enter}')
  await isReady('Edit')
  await user.keyboard('{Tab}{Enter}')
  expect(document.activeElement).toBe(name)
  goOn()
  await user.keyboard('{Enter}')
  await isReady('Edit')
  await user.keyboard('{Enter}')
  await screen.findByText('Agent edited.')
  expect(askedFor('doAct').at(-1)).toMatchObject({ name: 'agent.update' })
})

test('another mobile is proposed, with a reason', async () => {
  const { user, askedFor } = await openAgent('support', bySecond(1042))
  await user.click(await screen.findByRole('button', { name: 'Change mobile' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the mobile of Meena Kumari' }))
  await user.type(dialog.getByRole('textbox', { name: 'New mobile number' }), '9000054321')
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'SIM lost')
  await press(dialog.getByRole('button', { name: 'Propose: Change mobile' }))
  const link = await screen.findByRole('link', { name: 'See the proposal' })
  expect(link.getAttribute('href')).toBe('/proposals/1042')
  expect(askedFor('doAct')).toEqual([
    { name: 'agent.change-mobile', input: { agent: meena.id, to: '9000054321' }, reason: 'SIM lost' },
  ])
})

test('a refused act says why, and the dialog stays', async () => {
  const { user } = await openAgent('support', {
    ...byOne,
    doAct: () => {
      throw new FakeRefusal(422, 'refused', 'XXXXXX6671 is disabled.')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send an OTP' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Send an OTP to Meena Kumari?' }))
  await press(dialog.getByRole('button', { name: 'Send an OTP' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/XXXXXX6671 is disabled\..*Request r-1/)
})

test('the whole mobile is shown after a reason, and masked again on the next visit', async () => {
  const { user, askedFor } = await openAgent('support', { showMobile: { mobile: '9876506671' } })
  await user.click(await screen.findByRole('button', { name: 'Show mobile' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Show mobile' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Called back')
  await user.click(dialog.getByRole('button', { name: 'Show mobile' }))
  expect(await screen.findByText('9876506671')).toBeTruthy()
  expect(askedFor('showMobile')).toEqual([{ id: meena.id, reason: 'Called back' }])
  expect(location.href).not.toContain('9876506671')
})

test('a viewer sees no act, no trail and no way to the whole mobile', async () => {
  const { askedFor } = await openAgent('viewer')
  await screen.findByRole('heading', { name: 'Meena Kumari' })
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('button').map(button => button.textContent)).toEqual(['Read again'])
  expect(main.queryByRole('link', { name: 'Trail' })).toBeNull()
  expect(askedFor('listAgentTrail')).toEqual([])
})

test('a privilege is withheld by one person and given back by two', async () => {
  const { user, askedFor } = await openAgent('supervisor', bySecond(1044), '/roles')
  await user.click(await screen.findByRole('button', { name: 'Give back' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Give Meena Kumari a privilege back?' }))
  expect(dialog.getByText('Do KYC')).toBeTruthy()
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Trained')
  await press(dialog.getByRole('button', { name: 'Propose: Give back' }))
  await screen.findByText('Proposal 1044 waits for a second person.')
  expect(askedFor('doAct')).toEqual([
    {
      name: 'privilege.restore',
      input: { agent: meena.id, privilege: 'DO_EKYC_APP' },
      reason: 'Trained',
    },
  ])
})

test('a role is chosen among those that the agent lacks, with what each gives', async () => {
  const { user, askedFor } = await openAgent('supervisor', bySecond(1045), '/roles')
  await user.click(await screen.findByRole('button', { name: 'Give a role' }))
  const dialog = within(screen.getByRole('dialog', { name: /Give .*role/ }))
  const choice = await dialog.findByRole('combobox', { name: 'Role' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dashboard only: See the dashboard'])
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Trained')
  await press(dialog.getByRole('button', { name: /^Propose/ }))
  await screen.findByText('Proposal 1045 waits for a second person.')
  expect(askedFor('doAct')).toEqual([
    { name: 'role.grant', input: { agent: meena.id, role: 'DBS_VIEWER' }, reason: 'Trained' },
  ])
})

test('one session of several is ended', async () => {
  const session = {
    id: 's-1',
    browser: 'Chrome 131',
    os: 'Windows',
    openedOn: '2026-11-26T04:00:00.000Z',
    lastSeenOn: '2026-11-26T10:05:00.000Z',
    expiresOn: '2026-11-27T04:00:00.000Z',
  }
  const { user, askedFor } = await openAgent(
    'security',
    { ...byOne, listAgentSessions: { rows: [session] } },
    '/sessions',
  )
  await screen.findByRole('columnheader', { name: 'End it' })
  await user.click(screen.getByRole('button', { name: 'End it' }))
  const dialog = within(screen.getByRole('dialog', { name: 'End sessions of Meena Kumari?' }))
  await press(dialog.getByRole('button', { name: 'End it' }))
  await screen.findByText('Sessions ended.')
  expect(askedFor('doAct')).toEqual([{ name: 'session.end', input: { agent: meena.id, session: 's-1' } }])
})

test('an erased agent is told, and its orders stay', async () => {
  await openAgent('viewer', { getAgent: { id: meena.id, erasedOn: '2026-11-20T05:00:00.000Z', agent: null } })
  expect(await screen.findByText(/Erased on 20 Nov.*Its orders stay under this id\./)).toBeTruthy()
  expect(await screen.findByText('No orders.')).toBeTruthy()
})

test('what happened and the trail leave out that somebody looked, until the switch shows it', async () => {
  const row = (action: string, id: string) => ({
    id: `0196f3a1-0000-7000-8000-0000000000${id}`,
    happenedOn: '2026-11-26T10:06:00.000Z',
    actorKind: 'staff',
    actor: 'Neha Kulkarni (staff 4f1c09aa)',
    action,
    subject: 'XXXXXX6671',
    outcome: 'done',
    requestId: null,
    traceId: null,
    address: null,
  })
  const { user, askedFor } = await openAgent('support', {
    listAgentTrail: ({ looks }) => ({
      rows: [...(looks === 'true' ? [row('agent.show', '31')] : []), row('agent.unlock', '32')],
    }),
  })
  const lately = within(await screen.findByRole('region', { name: 'Recent activity' }))
  expect(await lately.findByText('Agent unlocked')).toBeTruthy()
  expect(askedFor('listAgentTrail').at(-1)).toEqual({ id: meena.id, looks: 'false' })
  await user.click(screen.getByRole('link', { name: 'Trail' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Also who looked' }))
  expect(await screen.findByText('Looked at')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Also who looked' }))
  await waitFor(() => expect(screen.queryByText('Looked at')).toBeNull())
})
