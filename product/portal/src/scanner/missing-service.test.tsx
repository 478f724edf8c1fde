import { act, screen, waitFor } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { useBranding } from '../api/branding.ts'
import { readyDevice } from '../testing/device-answers.ts'
import { eachTestsNetwork, renderScreen } from '../testing/portal.tsx'
import { MissingService } from './problem-view.tsx'

const open = vi.fn<typeof window.open>()
const onFound = vi.fn<() => void>()
const network = eachTestsNetwork(() => {
  vi.stubGlobal('open', open)
  useBranding.setState({ deviceServiceLinks: [{ name: 'Driver', url: 'https://maker.example/' }] })
  renderScreen(<MissingService onFound={onFound} />)
})
afterEach(() => vi.clearAllMocks())

const press = (port: number) =>
  user.click(screen.getByRole('button', { name: `Open https://127.0.0.1:${port}/` }))
const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')))

test('[KYC-9] “not installed” and “new to this browser” stand side by side, and none is folded', () => {
  for (const name of ['Not installed', 'Installed, but new to this browser'])
    expect(screen.getByRole('heading', { name }).closest('details')).toBeNull()
})

test('[KYC-9] one button opens the https addresses in turn, and the page looks again by itself', async () => {
  await press(11_100)
  expect(open).toHaveBeenLastCalledWith('https://127.0.0.1:11100/', '_blank', 'noreferrer')
  expect(network.atDevices()).toEqual([])
  await comeBack()
  expect(await screen.findByText('No scanner answered on port 11100. Open the next address.')).toBeTruthy()
  expect(onFound).not.toHaveBeenCalled()

  await press(11_101)
  network.plugIn(11_101, readyDevice(), 'https')
  await comeBack()
  await waitFor(() => expect(onFound).toHaveBeenCalledOnce())
})

test('[KYC-9] all of the ports from 11100 to 11120 are offered, then the first again', async () => {
  for (let port = 11_100; port <= 11_120; port += 1) await press(port)
  expect(screen.getByRole('button', { name: 'Open https://127.0.0.1:11100/' })).toBeTruthy()
})
