import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { loadBranding } from '../api/branding.ts'
import { readAccessToken } from '../session/access-token.ts'
import { setSession, useSession, useMemory } from '../session/session.ts'
import { eachTestsNetwork, openPortal, signedInAgent, wait } from '../testing/portal.tsx'
import { cutConnection } from '../testing/fake-network.ts'
import { brandingFile } from '../testing/usual-answers.ts'
import { greeting } from './page-frame.tsx'

const network = eachTestsNetwork(async () => {
  await loadBranding(-Infinity)
  signedInAgent()
})

const openMenu = () => screen.findByRole('button', { name: 'Account of Asha Verma' })

test('[HDR-1] the logo links to the dashboard', async () => {
  await openPortal('/profile')
  const logo = await screen.findByRole('link', { name: /River Bank.*To the dashboard/ })
  expect(logo.getAttribute('href')).toBe('/dashboard')
})

test("[HDR-2] the menu's avatar has size 30 and the agent's initials", async () => {
  await openPortal('/profile')
  const avatar = (await openMenu()).firstElementChild as HTMLElement
  expect(avatar.textContent).toBe('AV')
  expect([avatar.style.width, avatar.style.height]).toEqual(['30px', '30px'])
})

test('[HDR-3] [SES-8] Profile sets the current view and opens /profile after about 200 ms', async () => {
  const { user } = await openPortal('/FAQ')
  await user.click(await openMenu())
  await user.click(screen.getByText('Profile'))
  expect(useMemory.getState().view).toBe('profile')
  expect(window.location.pathname).toBe('/FAQ')
  await wait(200)
  expect(window.location.pathname).toBe('/profile')
})

test('[HDR-4] [SES-8] Logout calls the server, clears the session and goes to / after about 200 ms', async () => {
  const { user } = await openPortal('/profile')
  await user.click(await openMenu())
  await user.click(screen.getByText('Logout'))
  expect(window.location.pathname).toBe('/profile')
  await wait(200)
  expect(window.location.pathname).toBe('/')
  expect(network.requestsOf('logout')[0]?.headers.get('authorization')).toBe('Bearer token-1')
  expect(readAccessToken()).toBeUndefined()
  expect(useSession.getState()).toMatchObject({ dashboardLock: '', profileInfo: null, phone: '' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[HDR-4] Logout does not wait for a server that fails', async () => {
  network.answer('logout', cutConnection)
  const { user } = await openPortal('/profile')
  await user.click(await openMenu())
  await user.click(screen.getByText('Logout'))
  await wait(200)
  expect(window.location.pathname).toBe('/')
  expect(readAccessToken()).toBeUndefined()
})

test.each([
  [0, 'Good Morning, Asha Verma'],
  [7, 'Good Morning, Asha Verma'],
  [8, 'Good, Asha Verma'],
  [9, 'Good Afternoon, Asha Verma'],
  [19, 'Good Afternoon, Asha Verma'],
  [20, 'Good Evening, Asha Verma'],
  [23, 'Good Evening, Asha Verma'],
])('[HDR-5] at %i the greeting is "%s"', (hour, sentence) => {
  expect(greeting(hour, 'Asha Verma')).toBe(sentence)
})

test('[HDR-5] without a name the greeting says NA', () => {
  expect(greeting(7, undefined)).toBe('Good Morning, NA')
  expect(greeting(8, '')).toBe('Good, NA')
})

test('[HDR-6] VIEW_COMPLAINTS sets the flag viewCompalints, and shows nothing', async () => {
  await openPortal('/profile')
  const header = await screen.findByRole('banner')
  const before = header.textContent
  expect(header.dataset['viewCompalints']).toBe('false')
  setSession({ allPrevielages: ['VIEW_APP_DASHBOARD', 'VIEW_COMPLAINTS'] })
  await wait(0)
  expect(header.dataset['viewCompalints']).toBe('true')
  expect(header.textContent).toBe(before)
})

test('[FTR-1] the footer has both links to /FAQ, the copyright and the credit', async () => {
  await openPortal('/profile')
  const footer = await screen.findByRole('contentinfo')
  expect(screen.getByRole('link', { name: 'FAQ' }).getAttribute('href')).toBe('/FAQ')
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/FAQ')
  expect(footer.textContent).toContain(brandingFile.copyright)
  const credit = screen.getByRole('link', { name: brandingFile.providerCredit.text })
  expect(credit.getAttribute('href')).toBe(brandingFile.providerCredit.url)
})
