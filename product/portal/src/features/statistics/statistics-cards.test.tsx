import { screen, waitFor, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { expect, test } from 'vitest'

import { useSession } from '../../session/session.ts'
import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { EkycCard, StatisticsCard } from './statistics-card.tsx'

const userStatistics = [
  { aggregateOn: '2026-09', data: { KYC_SUCCESS: 4, KYC_FAILURE: 1, LOGIN: 3 } },
  { aggregateOn: '2026-11', data: { KYC_SUCCESS: 1200, KYC_FAILURE: 2, LOGIN: 5 } },
]

const network = eachTestsNetwork(() => {
  network.answer('getStatistics', { userStatistics })
  window.history.replaceState(null, '', '/dashboard')
  signedInAgent()
})

const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent))

test('[DSH-3] [API-10] the eKYC card adds up 12 months', async () => {
  renderScreen(<EkycCard />)
  expect(await screen.findByText('1,204')).toBeTruthy()
  expect(screen.getByText('3')).toBeTruthy()
  expect(screen.getByText('8')).toBeTruthy()
  expect(network.sent('getStatistics')[0]).toMatchObject({ id: '9000000001', timeframe: '12M' })
})

test('[DSH-1] Do KYC goes to /do-kyc and clears the data of the customer before', async () => {
  signedInAgent({ refNo: 'DBS10001', retryKycLock: 'true' })
  renderScreen(<EkycCard />)
  await user.click(screen.getByRole('button', { name: 'Do KYC' }))
  expect(window.location.pathname).toBe('/do-kyc')
  expect(useSession.getState()).toMatchObject({ refNo: '', retryKycLock: '' })
})

test('[DSH-1] without DO_EKYC_APP there is no Do KYC button', async () => {
  signedInAgent({ allPrevielages: ['VIEW_APP_DASHBOARD'] })
  renderScreen(<EkycCard />)
  expect(await screen.findByText('1,204')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Do KYC' })).toBeNull()
})

test('[DSH-3] [DSH-4] without statistics both cards say No data', async () => {
  network.answer('getStatistics', { userStatistics: [] })
  renderScreen(
    <>
      <EkycCard />
      <StatisticsCard />
    </>,
  )
  await waitFor(() => expect(screen.getAllByText('No data')).toHaveLength(2))
})

test('[DSH-4] the graph starts with 3 months and has its numbers in a table', async () => {
  renderScreen(<StatisticsCard />)
  await screen.findByRole('table')
  expect(screen.getByLabelText<HTMLSelectElement>('Duration').value).toBe('3M')
  expect(rows()).toEqual([
    ['Month', 'Success', 'Failure', 'Logins'],
    ['September 2026', '4', '1', '3'],
    ['October 2026', '0', '0', '0'],
    ['November 2026', '1200', '2', '5'],
  ])
})

test('[DSH-4] the dropdown offers 3, 6 and 12 months and asks for what is chosen', async () => {
  renderScreen(<StatisticsCard />)
  const duration = screen.getByLabelText('Duration')
  expect(
    within(duration)
      .getAllByRole('option')
      .map(option => option.textContent),
  ).toEqual(['Select', '3 Months', '6 Months', '12 Months'])
  await user.selectOptions(duration, '12 Months')
  await waitFor(() => expect(rows()).toHaveLength(13))
  expect(network.sent('getStatistics').at(-1)).toMatchObject({ timeframe: '12M' })
})

test('[DSH-5] choosing Select shows an error, and the graph stays', async () => {
  renderScreen(<StatisticsCard />)
  await screen.findByRole('table')
  await user.selectOptions(screen.getByLabelText('Duration'), 'Select')
  expect(screen.getByText('Please select a valid duration')).toBeTruthy()
  expect(rows()).toHaveLength(4)
  await user.selectOptions(screen.getByLabelText('Duration'), '6 Months')
  expect(screen.queryByText('Please select a valid duration')).toBeNull()
})
