import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { fakeNetwork } from '../testing/fake-network.ts'
import { closePortal, openPortal, signedInAgent, wait } from '../testing/portal.tsx'
import { openOrder } from '../testing/orders.ts'

const late = vi.hoisted(() => {
  let arrive = () => {}
  const file = new Promise<void>(resolve => (arrive = resolve))
  return { file, arrive: () => arrive() }
})
vi.mock('../api/branding.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  loadBranding: () => late.file,
}))
afterEach(closePortal)

test('[rule 16] a reload with an open order asks for consent when the bank’s own text has come', async () => {
  fakeNetwork()
  signedInAgent({ prepareOrderResponse: openOrder })
  await openPortal('/do-kyc')
  await import('../features/kyc/do-kyc-page.tsx')
  await wait(100)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await act(async () => late.arrive())
  expect(await screen.findByRole('checkbox')).toBeDefined()
})
