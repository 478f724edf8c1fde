import type { OrderDetails } from '@ekyc/contract/shapes'
import { kycTexts } from '@ekyc/contract/texts'
import { screen } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { expect, test } from 'vitest'

import { useSession } from '../../session/session.ts'
import { httpError } from '../../testing/fake-network.ts'
import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { OrderPage } from './kyc-result-page.tsx'
import { verifiedOrder } from '../../testing/orders.ts'

const refused: OrderDetails = {
  ...verifiedOrder,
  status: 'KYC_FAILURE',
  tpsMsg: 'The fingerprint did not match.',
  code: 'authority_refused',
  authority: { source: 'authentication', code: '300', action: '' },
  consent: null,
  device: null,
}

const network = eachTestsNetwork(() => signedInAgent())

function openOrderPage(order: OrderDetails | ReturnType<typeof httpError>, hash = '#ord-1'): void {
  network.answer('getOrder', typeof order === 'function' ? order : { order })
  window.history.replaceState(null, '', `/kyc-order${hash}`)
  renderScreen(<OrderPage />)
}

test('[KYC-11] a verified order shows verdict, numbers, the time of the list, consent and scanner', async () => {
  openOrderPage(verifiedOrder)
  expect(await screen.findByRole('heading', { name: 'Success' })).toBeTruthy()
  for (const text of ['DBS10001', 'ord-1', 'UKC:1', '21-11-2026 01:45:07', 'MFS110 (MANTRA.MSIPL, 1.0.8)'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('Version 3, Hindi, given 21-11-2026 01:44:00')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(network.sent('getOrder').at(-1)).toMatchObject({ username: '9000000001', orderId: 'ord-1' })
})

test('[KYC-12] [KYC-13] a refused order gives the advice again, and Retry takes its reference', async () => {
  openOrderPage(refused)
  expect(await screen.findByText('The fingerprint did not match.')).toBeTruthy()
  expect(screen.getByText('Tell the customer')).toBeTruthy()
  expect(screen.getByText('For support: authority code 300')).toBeTruthy()
  expect(screen.getByText('None recorded')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(useSession.getState()).toMatchObject({ retryKycLock: 'true', refNo: 'DBS10001' })
  expect(window.location.pathname).toBe('/do-kyc')
})

test('[KYC-12] an order without an answer of the authority has the advice of its code', async () => {
  openOrderPage({ ...refused, code: 'authority_timeout', authority: null, tpsMsg: kycTexts.timeoutError })
  expect(await screen.findByText(/Wait a minute/)).toBeTruthy()
  expect(screen.getByText('Timeout Error')).toBeTruthy()
})

test('an order that was not submitted says so and has no receipt', async () => {
  openOrderPage({
    ...verifiedOrder,
    status: 'INIT',
    transactionId: '',
    tpsMsg: '',
    completedOn: null,
    device: null,
  })
  expect(await screen.findByText(/was not finished/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

test('[rule 4] an order of somebody else shows the refusal and nothing else', async () => {
  openOrderPage(httpError(403, 'You do not have access to this.'))
  expect(await screen.findByText('You do not have access to this.')).toBeTruthy()
  expect(screen.queryByText('ord-1')).toBeNull()
})
