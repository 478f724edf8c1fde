import type { Exception, OrderDetails } from '@ekyc/contract/shapes'
import { screen, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { expect, test, vi } from 'vitest'

import { useBranding } from '../../api/branding.ts'
import { httpError } from '../../testing/fake-network.ts'
import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { ExceptionPage } from './exception-page.tsx'
import { verifiedOrder } from '../../testing/orders.ts'

const order: OrderDetails = { ...verifiedOrder, status: 'INIT', completedOn: null }
const exception: Exception = {
  reason: 'worn',
  openedOn: '2026-11-20T20:16:00.000Z',
  dueBy: '2026-11-23T20:16:00.000Z',
  tries: 5,
  decision: null,
}

const network = eachTestsNetwork(() => signedInAgent())

function open(of: OrderDetails): void {
  network.answer('getOrder', { order: of })
  window.history.replaceState(null, '', '/kyc-exception#ord-1')
  renderScreen(<ExceptionPage />)
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

test('a reason is asked for, no need is ticked, and the slip follows', async () => {
  network.answer('recordException', { exception })
  open(order)
  await press('Give it to the bank')
  expect(screen.getByRole('alert').textContent).toContain('Choose a reason')
  expect(network.sent('recordException')).toEqual([])

  for (const need of screen.getAllByRole('checkbox')) expect(need).toHaveProperty('checked', false)
  await user.selectOptions(screen.getByLabelText('Why can the finger not be read?'), 'worn')
  await press('Give it to the bank')
  const slip = await screen.findByRole('article', {
    name: 'You have not been refused. The bank will review your case.',
  })
  expect(document.activeElement?.textContent).toBe(
    'You have not been refused. The bank will review your case.',
  )
  expect(slip.textContent).toContain('The fingertips are worn')
  expect(slip.textContent).toContain('Your fingerprint, tries today: 5')
  expect(slip.textContent).toContain('by 24-11-2026 01:46:00')
  expect(slip.textContent).toContain('DBS10001')
  expect(slip.textContent).toContain('Orderord-1')
  const [sent] = network.sent('recordException')
  expect(sent).toMatchObject({ username: '9000000001', orderId: 'ord-1', reason: 'worn' })
  expect(sent).not.toHaveProperty('needs')
})

test('needs go to the bank by the customer’s wish only', async () => {
  network.answer('recordException', { exception })
  open(order)
  await user.selectOptions(await screen.findByLabelText('Why can the finger not be read?'), 'missing')
  await user.click(screen.getByText('Needs of a person with a disability'))
  await user.click(screen.getByLabelText('Help with seeing'))
  await press('Give it to the bank')
  await screen.findByRole('article')
  expect(network.sent('recordException')).toMatchObject([{ reason: 'missing', needs: ['seeing'] }])
})

test('a refusal of the server is shown, and what was chosen stays', async () => {
  network.answer('recordException', httpError(503, 'The server is busy.'))
  open(order)
  const reason = await screen.findByLabelText('Why can the finger not be read?')
  await user.selectOptions(reason, 'bandaged')
  await press('Give it to the bank')
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  expect(reason).toHaveProperty('value', 'bandaged')
})

test('after the last try of the day the reason can be named', async () => {
  open({ ...order, status: 'KYC_FAILURE', exception: { ...exception, reason: 'not_recognised' } })
  expect((await screen.findByRole('article')).textContent).toContain(
    'The authority did not recognise the finger',
  )
  await press('Change the reason')
  expect(screen.getByLabelText('Why can the finger not be read?')).toBeTruthy()
})

test('the slip speaks the customer’s language and has the bank’s own text; it prints', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  useBranding.setState({ otherWays: 'Come to Fort.', inLanguages: { hi: { otherWays: 'फ़ोर्ट आइए।' } } })
  open({ ...order, exception })
  expect(await screen.findByText('Come to Fort.')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Customer’s language'), 'hi')
  const slip = screen.getByRole('article')
  expect(await within(slip).findByText('फ़ोर्ट आइए।')).toBeTruthy()
  expect(slip.getAttribute('lang')).toBe('hi')
  // The slip takes this text from the portal's Hindi catalogue.
  expect(await within(slip).findByText('रेफ़रेंस')).toBeTruthy()
  await press('Print the slip')
  expect(print).toHaveBeenCalledOnce()
})

test('a decision of the bank is shown, and changes nothing more', async () => {
  open({ ...order, exception: { ...exception, decision: 'other_way_accepted' } })
  expect(await screen.findByText('Your identity was accepted in another way.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change the reason' })).toBeNull()
})
