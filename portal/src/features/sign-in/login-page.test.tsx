import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { closePortal } from '../../testing/portal.tsx'
import { stubServer } from '../../testing/stub-server.ts'
import { LoginPage } from './login-page.tsx'

afterEach(closePortal)

// Alone in its file: the look-up is made once a page load.
test('[NAV-2] opening the log-in fetches the device info', async () => {
  const server = stubServer()
  render(<LoginPage />)
  await expect.poll(() => server.of('getAddress')).toHaveLength(1)
})
