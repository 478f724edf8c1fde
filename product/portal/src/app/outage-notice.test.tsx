import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeNetwork } from '../testing/fake-network.ts'
import { eachTestsNetwork, closePortal, openPortal, signedInAgent } from '../testing/portal.tsx'

const network = eachTestsNetwork(() => signedInAgent())

test.each(['/dashboard', '/do-kyc'])('%s says since when a service fails for everybody', async path => {
  network.answer('getOutages', { outages: [{ service: 'authority', since: '2026-11-26T03:12:00.000Z' }] })
  await openPortal(path)
  const sentence = 'The identity authority has been slow for everybody since 08:42.'
  expect((await screen.findByText(sentence)).closest('[role=alert]')).toBeTruthy()
})

test('pages without a scan ahead, and agents who may not scan, ask nothing', async () => {
  await openPortal('/FAQ')
  closePortal()
  Object.assign(network, fakeNetwork())
  signedInAgent({ allPrevielages: ['VIEW_APP_DASHBOARD'] })
  await openPortal('/dashboard')
  expect(network.requestsOf('getOutages')).toEqual([])
})

test('[control 8] the dashboard tells of a system without updates, in one quiet sentence; the scan does not', async () => {
  const oldSystem = { system: 'Windows 10', endedOn: '2025-10-14' }
  network.answer('getOutages', { outages: [], oldSystem })
  await openPortal('/dashboard')
  const sentence = /^Windows 10 on this computer has had no security updates since 14-10-2025\./
  expect((await screen.findByText(sentence)).tagName).toBe('OUTPUT')
  expect(network.requestsOf('getOutages')).toHaveLength(1)
  closePortal()
  Object.assign(network, fakeNetwork())
  network.answer('getOutages', { outages: [], oldSystem })
  signedInAgent()
  await openPortal('/do-kyc')
  await waitFor(() => expect(network.requestsOf('getOutages')).toHaveLength(1))
  expect(screen.queryByText(sentence)).toBeNull()
})
