import { act, render, screen } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { useLanguage } from '@ekyc/ui/texts/language.ts'
import { showLanguage } from '@ekyc/ui/texts/show-language.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { loadBranding, useBranding } from '../api/branding.ts'
import { Portal } from './app.tsx'
import { eachTestsNetwork, checkedAgent, wait } from '../testing/portal.tsx'
import { catalogues } from '../texts/catalogues.ts'

const network = eachTestsNetwork(() => {
  useBranding.setState({ languages: ['en', 'hi', 'ta'] })
  window.history.replaceState(null, '', '/login-with-password')
  checkedAgent()
})
afterEach(async () => {
  await act(() => showLanguage(catalogues, 'en'))
  document.cookie = 'language=; Max-Age=0'
})

async function openMenu() {
  await act(async () => render(<Portal />))
  await wait(2_000)
  return screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language' })
}

test('each language is offered by its own name', async () => {
  const menu = await openMenu()
  expect([...menu.options].map(({ text, lang }) => [text, lang])).toEqual([
    ['English', 'en'],
    ['हिन्दी', 'hi'],
    ['தமிழ்', 'ta'],
  ])
})

test('a new language changes every text at once and keeps what was typed', async () => {
  const menu = await openMenu()
  const hindi = (await catalogues.hi()).default
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByRole('alert')
  await user.type(screen.getByLabelText('Password'), '98')
  await user.selectOptions(menu, 'hi')
  expect(await screen.findByText(hindi['password.title'])).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(hindi['password.empty'])
  expect(screen.getByLabelText<HTMLInputElement>(hindi['password.label']).value).toBe('98')
  expect(document.documentElement.lang).toBe('hi')
  expect(document.cookie).toContain('language=hi')
})

test('a language that does not load is told, and the page stays in its own', async () => {
  const menu = await openMenu()
  vi.spyOn(catalogues, 'ta').mockRejectedValue(new TypeError('Failed to fetch'))
  await user.selectOptions(menu, 'ta')
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(useLanguage.getState().language).toBe('en')
  expect(screen.getByText('Enter your password')).toBeTruthy()
})

test('the language that was chosen last is shown, in whichever order the languages load', async () => {
  const menu = await openMenu()
  const [hindi, tamil] = [await catalogues.hi(), await catalogues.ta()]
  let hindiLoads = () => {}
  vi.spyOn(catalogues, 'hi').mockReturnValue(new Promise(resolve => (hindiLoads = () => resolve(hindi))))
  await user.selectOptions(menu, 'hi')
  await user.selectOptions(menu, 'ta')
  expect(await screen.findByText(tamil.default['password.title'])).toBeTruthy()
  await act(async () => hindiLoads())
  expect(screen.getByText(tamil.default['password.title'])).toBeTruthy()
  expect(document.documentElement.lang).toBe('ta')
  expect(document.cookie).toContain('language=ta')
})

test('the page’s first language does not replace the chosen one when it loads later', async () => {
  vi.resetModules()
  const { catalogues: fresh } = await import('../texts/catalogues.ts')
  const [english, tamil] = [await fresh.en(), await fresh.ta()]
  let englishLoads = () => {}
  vi.spyOn(fresh, 'en').mockReturnValue(new Promise(resolve => (englishLoads = () => resolve(english))))
  vi.spyOn(fresh, 'ta').mockResolvedValue(tamil)
  const { loadTexts } = await import('@ekyc/ui/texts/language.ts')
  const { showLanguage: show } = await import('@ekyc/ui/texts/show-language.ts')
  const first = loadTexts(fresh)
  const chosen = show(fresh, 'ta')
  await vi.advanceTimersByTimeAsync(0)
  englishLoads()
  await Promise.all([first, chosen])
  const { t } = await import('../texts/t.ts')
  expect(t('password.title')).toBe(tamil.default['password.title'])
})

test('the bank’s lines are in the page’s language where the branding translates them', async () => {
  network.brand({
    languages: ['en', 'hi', 'ta'],
    promises: ['A', 'B', 'C'],
    inLanguages: { hi: { bankName: 'नदी बैंक', promises: ['क', 'ख', 'ग'] } },
  })
  // Each test's clock begins anew, so the file of an earlier test may seem to come from the future.
  await loadBranding(-Infinity)
  const menu = await openMenu()
  await user.selectOptions(menu, 'hi')
  expect(await screen.findByText('नदी बैंक')).toBeDefined()
  expect(promisesShown()).toEqual(['क', 'ख', 'ग'])
  await user.selectOptions(menu, 'ta')
  expect(await screen.findByText('River Bank')).toBeDefined()
  expect(promisesShown()).toEqual(['A', 'B', 'C'])
})

function promisesShown() {
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}
