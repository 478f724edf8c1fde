import { screen } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { useBranding } from '../api/branding.ts'
import { closePortal, renderScreen, signedInAgent } from '../testing/portal.tsx'
import { usePastedReference } from './next-customer.ts'
import { useMemory } from '../session/session.ts'

beforeEach(() => {
  window.history.replaceState(null, '', '/dashboard')
  signedInAgent()
  useBranding.setState({ referencePattern: 'DBS[0-9]{5}' })
  renderScreen(<Page />)
})
afterEach(closePortal)

function Page() {
  usePastedReference()
  return <input aria-label="Search" />
}

const taken = () => [window.location.pathname, useMemory.getState().waitingReference]
const nothing = ['/dashboard', '']

test('[KYC-2] a pasted reference opens Do KYC, which checks it', async () => {
  await user.paste('  DBS10001\n')
  expect(taken()).toEqual(['/do-kyc', 'DBS10001'])
})

test.each(['DBS1000', 'DBS100012', '123456', 'see DBS10001', ''])(
  '[KYC-2] a pasted text that is no reference of the bank does nothing: %j',
  async text => {
    await user.paste(text)
    expect(taken()).toEqual(nothing)
  },
)

test('[KYC-2] what is pasted into a field stays there', async () => {
  const search = screen.getByLabelText<HTMLInputElement>('Search')
  await user.click(search)
  await user.paste('DBS10001')
  expect(search.value).toBe('DBS10001')
  expect(taken()).toEqual(nothing)
})

test.each([
  ['DBS10001', '/do-kyc'],
  ['KYC/2026-0001', '/do-kyc'],
  ['hello', '/dashboard'],
  ['call 1800', '/dashboard'],
])('[KYC-2] without a pattern of the bank, %j leads to %s', async (text, path) => {
  useBranding.setState(useBranding.getInitialState(), true)
  await user.paste(text)
  expect(window.location.pathname).toBe(path)
})
