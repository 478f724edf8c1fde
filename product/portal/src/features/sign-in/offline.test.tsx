import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { closePortal, openPortal, wait } from '../../testing/portal.tsx'
import { cutConnection, fakeNetwork, type FakeNetwork } from '../../testing/fake-network.ts'
import { asha, usualAnswers } from '../../testing/usual-answers.ts'

let network: FakeNetwork
beforeEach(() => {
  network = fakeNetwork()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})
afterEach(closePortal)

async function openOffline(words: string | RegExp = 'You are offline.') {
  network.serverIsUp(false)
  network.answer('checkUser', cutConnection)
  const { user } = await openPortal('/login')
  await user.type(screen.getByLabelText('Mobile number'), asha.mobile)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText(words)
}

async function comeBack() {
  network.serverIsUp(true)
  network.answer('checkUser', usualAnswers.checkUser ?? {})
  await wait(4000)
}

test('[API-14] offline, the log-in says in plain words what happened and what works, with the error’s own text', async () => {
  await openOffline()
  expect(screen.getByText(/scanner still works/)).toBeDefined()
  expect(screen.getByText(/the server could not be reached/)).toBeDefined()
  expect(screen.getByText('Failed to fetch')).toBeDefined()
  await comeBack()
  expect(screen.queryByText('You are offline.')).toBeNull()
  expect(screen.queryByText('Failed to fetch')).toBeNull()
})
