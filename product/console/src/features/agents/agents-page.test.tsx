import type { StaffRole } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { type Answers, byOne, bySecond, openConsole, press } from '../../testing/console.tsx'

type Row = AnswerOf<'listAgents'>['rows'][number]

function agent(n: number, patch: Partial<Row> = {}): Row {
  return {
    id: `0196f3a1-0000-7000-8000-${String(n).padStart(12, '0')}`,
    name: `Agent ${n}`,
    mobile: `XXXXXX${1000 + n}`,
    staffNumber: '',
    branch: 'Margao',
    outlet: '',
    supervisor: '',
    statuses: ['enabled'],
    isDemo: false,
    version: 1,
    lastOrderOn: null,
    orders30: 0,
    verified30: 0,
    roles: ['DBS_AGENT'],
    lastLogInOn: null,
    ...patch,
  }
}

const twelve = Array.from({ length: 12 }, (_, n) => agent(n + 1))
const twelveOfMany = { rows: twelve, next: 'page-2', count: { n: 1204, isAbout: false } }
const openList = (role: StaffRole, answers: Answers = {}, address = '/agents') =>
  openConsole(address, role, {
    listViews: { views: [] },
    listAgents: twelveOfMany,
    ...answers,
  })
const box = (name: string) => screen.getByRole('checkbox', { name })
const bar = () => within(screen.getByRole('region', { name: 'Marked agents' }))

test('a row says the state in words, and the share only of enough orders', async () => {
  const rows = [
    agent(1, { statuses: ['enabled', 'locked'], orders30: 77, verified30: 48 }),
    agent(2, { orders30: 12, verified30: 5 }),
  ]
  await openList('viewer', { listAgents: { rows } })
  const locked = within((await screen.findByRole('link', { name: 'Agent 1' })).closest('tr') as HTMLElement)
  expect(locked.getByText('Locked')).toBeTruthy()
  expect(locked.getByText('62.3%')).toBeTruthy()
  expect(screen.queryByText('41.7%')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add agent' })).toBeNull()
})

test('filters, order and place of the list stand in the address, which asks for them', async () => {
  const { user, askedFor } = await openList('support')
  await screen.findByRole('link', { name: 'Agent 1' })
  await user.click(screen.getByRole('radio', { name: 'Locked' }))
  await user.click(within(screen.getByRole('form', { name: 'Status' })).getByRole('button', { name: 'Show' }))
  await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'Branch' }))
  await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'Branch' }))
  await user.click(screen.getByRole('button', { name: 'Next 50' }))
  expect(location.search).toBe('?status=locked&sort=branch&direction=down&after=page-2')
  expect(askedFor('listAgents').at(-1)).toEqual({
    status: 'locked',
    sort: 'branch',
    direction: 'down',
    after: 'page-2',
  })
  expect(screen.getByRole('columnheader', { name: 'Branch' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Remove the filter Status' }))
  expect(location.search).toBe('?sort=branch&direction=down')
})

test('up to ten marked agents one person decides about, of more a second one', async () => {
  const { user, askedFor } = await openList('supervisor', bySecond(1042, 12))
  await screen.findByRole('link', { name: 'Agent 1' })
  await user.click(box('Mark Agent 1'))
  await user.keyboard('{Shift>}')
  await user.click(box('Mark Agent 10'))
  expect(bar().getByText('10 agents marked')).toBeTruthy()
  expect(bar().getByText('You decide alone.')).toBeTruthy()
  await user.click(box('Mark Agent 12'))
  await user.keyboard('{/Shift}')
  expect(bar().getByText('12 agents marked')).toBeTruthy()
  expect(bar().getByText('A second person decides.')).toBeTruthy()
  await user.click(bar().getByRole('button', { name: 'Propose: Disable' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Disable: 12 agents' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Left the bank')
  await press(dialog.getByRole('button', { name: 'Propose: Disable' }))
  expect(await screen.findByText('Proposal 1042 waits for a second person.')).toBeTruthy()
  expect(askedFor('doAct')).toEqual([
    {
      name: 'agent.disable-many',
      input: { agents: twelve.map(({ id }) => id) },
      reason: 'Left the bank',
    },
  ])
})

test('marking all sends the filters and the moment, and leaves what one person does alone', async () => {
  const { user, askedFor } = await openList(
    'supervisor',
    bySecond(1043, 1_204),
    '/agents?branch=Margao&sort=branch',
  )
  await screen.findByRole('link', { name: 'Agent 1' })
  await user.click(box('Mark all 12 on this page'))
  await user.click(bar().getByRole('button', { name: 'Mark all 1,204' }))
  expect(bar().queryByRole('button', { name: 'End sessions' })).toBeNull()
  await user.click(bar().getByRole('button', { name: 'Propose: Withhold' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Withhold: 1,204 agents' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Privilege' }), 'Do KYC')
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Audit')
  await press(dialog.getByRole('button', { name: 'Propose: Withhold' }))
  await screen.findByText('Proposal 1043 waits for a second person.')
  expect(askedFor('doAct')).toEqual([
    {
      name: 'privilege.withhold',
      input: {
        marked: { filters: { branch: ['Margao'] }, at: expect.stringMatching(/^\d{4}-.*Z$/) as string },
        privilege: 'DO_EKYC_APP',
      },
      reason: 'Audit',
    },
  ])
})

test('rows are moved over with j and k, marked with x, and opened with Enter', async () => {
  const { user } = await openList('support')
  await screen.findByRole('link', { name: 'Agent 1' })
  await user.keyboard('jjjk')
  expect(document.activeElement?.textContent).toBe('Agent 2')
  await user.keyboard('x')
  expect(box('Mark Agent 2')).toHaveProperty('checked', true)
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe(`/agents/${agent(2).id}`)
})

test('a view is saved under a name, with its filters and without its place', async () => {
  const { user, askedFor } = await openList(
    'support',
    { saveView: { id: agent(99).id } },
    '/agents?status=locked&after=page-2',
  )
  await screen.findByRole('link', { name: 'Agent 1' })
  const form = within(screen.getByRole('form', { name: 'Save this view' }))
  await user.type(form.getByRole('textbox', { name: 'Name of the view' }), 'Locked')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(askedFor('saveView')).toEqual([{ name: 'Locked', address: '/agents?status=locked' }])
})

test('a new agent is shown as it will be, and added by one person', async () => {
  const { user, askedFor } = await openList('supervisor', { listAgents: { rows: [] }, ...byOne })
  await screen.findByText(/There are no agents yet/)
  await user.keyboard('a')
  const dialog = within(screen.getByRole('dialog', { name: 'Add agent' }))
  await user.type(dialog.getByRole('textbox', { name: 'Mobile' }), '9000012345')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '  Zara Khan ')
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  expect(await dialog.findByText('Zara Khan')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Add agent' }))
  await screen.findByText('Agent added.')
  expect(askedFor('doAct')[0]).toMatchObject({
    name: 'agent.add',
    input: { mobile: '9000012345', name: 'Zara Khan', roles: ['DBS_AGENT'] },
  })
})

const exporting = (n: number) => ({
  listAgents: { ...twelveOfMany, count: { n, isAbout: false } },
  startProof: { proof: 'p', address: '/at-the-provider' },
})

test('a list of a thousand is exported by its address', async () => {
  await openList('supervisor', exporting(1_000), '/agents?branch=Margao')
  const link = await screen.findByRole('link', { name: 'Export' })
  expect(link.getAttribute('href')).toBe('/api/console/v1/export/agents?branch=Margao')
})

test('a longer list is exported with a proof of who takes it along', async () => {
  const { user, askedFor } = await openList(
    'supervisor',
    exporting(1_001),
    '/agents?branch=Margao&status=locked',
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await screen.findByRole('dialog')
  const input = { branch: ['Margao'], status: 'locked' }
  expect(askedFor('startProof')).toEqual([{ act: 'agent.export', input }])
})
