import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { FakeRefusal, openConsole, wait } from '../../testing/console.tsx'
import { asha } from '../../testing/samples.ts'

const model: AnswerOf<'listModels'>['rows'][number] = {
  model: 'MFS 110/L1',
  makers: ['Mantra'],
  level: 'L1',
  isRegistered: true,
  newestDriver: '1.4.0',
  verified: 60,
  failed: 40,
  lastSeenOn: '2026-11-24T03:30:00.000Z',
}
const unit: AnswerOf<'getUnit'> = {
  unit: 'ab'.repeat(16),
  model: model.model,
  maker: 'Mantra',
  service: 'MANTRA.WIN.001',
  driver: '1.4.0',
  agent: asha,
  firstSeenOn: '2026-10-01T03:30:00.000Z',
  lastSeenOn: '2026-11-24T03:30:00.000Z',
  certificateEndsOn: '2027-02-24T04:30:00.000Z',
}
const version = {
  maker: 'Mantra',
  service: 'MANTRA.WIN.001',
  driver: '1.3.9',
  verified: 10,
  failed: 30,
  lastSeenOn: model.lastSeenOn,
}
const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement)

test('a model tells its share of enough orders, and what the registry has of it', async () => {
  const rows = [
    model,
    { ...model, model: 'FM220', isRegistered: false, level: null, verified: 3, failed: 1 },
    { ...model, model: 'MSO', isRegistered: null, level: null },
  ]
  await openConsole('/devices', 'viewer', { listModels: { rows } })
  const first = await rowOf('MFS 110/L1')
  expect(first.getByText('60.0%')).toBeTruthy()
  expect(first.getByText('L1')).toBeTruthy()
  expect(first.getByRole('link').getAttribute('href')).toBe('/devices/MFS%20110%2FL1')
  const second = await rowOf('FM220')
  expect(second.getByText('not registered')).toBeTruthy()
  expect(second.queryByText('75.0%')).toBeNull()
  expect((await rowOf('MSO')).getByText('no registry: every certified device is taken')).toBeTruthy()
})

test('a model’s page tells its versions and units', async () => {
  const { askedFor } = await openConsole('/devices/MFS%20110%2FL1', 'viewer', {
    getModel: { ...model, versions: [version] },
    listUnits: { rows: [unit] },
  })
  expect(await screen.findByText('1.3.9')).toBeTruthy()
  expect(screen.getByText('25.0%')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'newest first' }).getAttribute('href')).toBe(
    '/orders?model=MFS+110%2FL1',
  )
  expect((await rowOf('abababab')).getByText('Asha Verma')).toBeTruthy()
  expect(askedFor('getModel').at(-1)).toEqual({ model: 'MFS 110/L1' })
  expect(askedFor('listUnits').at(-1)).toEqual({ model: 'MFS 110/L1' })
})

test('units tell the end of their certificates, the ended and the near ones in colour', async () => {
  const ended = { ...unit, unit: '0e'.repeat(16), certificateEndsOn: '2025-11-02T03:30:00.000Z' }
  const near = { ...unit, unit: '0f'.repeat(16), certificateEndsOn: '2026-11-29T04:30:00.000Z' }
  const { user, askedFor } = await openConsole('/devices/units', 'viewer', {
    listUnits: { rows: [ended, near, unit], next: 'key' },
  })
  expect((await rowOf('0e0e0e0e')).getByText('ended 2 Nov 2025')).toBeTruthy()
  expect((await rowOf('0f0f0f0f')).getByText(/^ends /)).toBeTruthy()
  expect((await rowOf('abababab')).queryByText(/^ends /)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Next 50' }))
  await waitFor(() => expect(askedFor('listUnits').at(-1)).toEqual({ after: 'key' }))
})

test('a unit tells its last agent, who may be erased, and its model', async () => {
  await openConsole(`/devices/units/${unit.unit}`, 'viewer', {
    getUnit: { ...unit, agent: { ...unit.agent, name: null } },
  })
  expect(await screen.findByText(unit.unit)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'erased' }).getAttribute('href')).toBe(`/agents/${unit.agent.id}`)
  expect(screen.getByRole('link', { name: model.model }).getAttribute('href')).toBe('/devices/MFS%20110%2FL1')
})

test('without devices the pages say when the first appears', async () => {
  await openConsole('/devices', 'viewer', { listModels: { rows: [] } })
  expect(await screen.findByText(/^No device yet/)).toBeTruthy()
  await openConsole('/devices/units', 'viewer', { listUnits: { rows: [] } })
  expect(await screen.findByText(/^No device yet/)).toBeTruthy()
  const known = { getModel: { ...model, versions: [version] } }
  await openConsole('/devices/MFS110', 'viewer', { ...known, listUnits: { rows: [] } })
  expect(await screen.findByText('No device of this kind was used.')).toBeTruthy()
})

test('a page waits, says what failed, and has its content after Try again', async () => {
  await openConsole('/devices', 'viewer', { listModels: () => new Promise(() => {}) })
  await wait(200)
  expect(await screen.findByText('Loading')).toBeTruthy()
  let isBusy = true
  const { user } = await openConsole('/devices', 'viewer', {
    listModels: () => {
      if (!isBusy) return { rows: [] }
      throw new FakeRefusal(503, 'busy', 'The server is busy.')
    },
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(/busy.*Request r-1/)
  isBusy = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^No device yet/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
