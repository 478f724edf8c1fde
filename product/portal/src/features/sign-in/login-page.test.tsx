import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { closePortal } from '../../testing/portal.tsx'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { LoginPage } from './login-page.tsx'

afterEach(closePortal)

// This test has its own file, because the look-up runs only once in each page load.
test('[NAV-2] opening the log-in fetches the device info', async () => {
  const network = fakeNetwork()
  render(<LoginPage />)
  await waitFor(() => expect(network.requestsOf('getAddress')).toHaveLength(1))
})
