import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { byOne, openConsole, press } from '../../testing/console.tsx'
import { alert } from '../../testing/samples.ts'

const listed = { rows: [alert], isMore: false }

test('a new alert is taken, and closed with what was found', async () => {
  const { user, askedFor } = await openConsole('/alerts', 'supervisor', { listAlerts: listed, ...byOne })
  const row = within(await screen.findByRole('row', { name: /Asha Verma/ }))
  expect(row.getByText('15 counted, alert from 6')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Take alert' }))
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Take alert' }))
  expect(await screen.findByText('Alert taken.')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Close alert' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('What you have found'), 'A camp')
  await user.click(dialog.getByRole('button', { name: 'Go on' }))
  await press(dialog.getByRole('button', { name: 'Close alert' }))
  await screen.findByText('Alert closed.')
  expect(askedFor('doAct')).toMatchObject([
    { name: 'alert.take', input: { number: 3 } },
    { name: 'alert.close', input: { number: 3, why: 'A camp' } },
  ])
})

test('the address has the state of the alerts in the list', async () => {
  const { user, askedFor } = await openConsole('/alerts', 'viewer', {
    listAlerts: {
      rows: [{ ...alert, state: 'taken', takenOn: alert.lastOn, takenBy: 'Neha' }],
      isMore: false,
    },
  })
  expect(await screen.findByRole('link', { name: 'Asha Verma' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take alert' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Taken' }))
  expect(location.search).toBe('?state=taken')
  expect(await screen.findByText(/taken by Neha/)).toBeTruthy()
  expect(askedFor('listAlerts').at(-1)).toEqual({ state: 'taken' })
})
