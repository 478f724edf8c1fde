import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const agent = '9000000001'
const nothing = { path: '/dashboard', fields: {} }

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  window.history.replaceState(null, '', '/')
  sessionStorage.clear()
})

async function reloaded() {
  vi.resetModules()
  return import('./work-kept.ts')
}

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['a number for a reference', `{"phone":"${agent}","refNo":1}`],
  ['another order', `{"phone":"${agent}","refNo":"DBS10001","prepareOrderResponse":{"orderId":1}}`],
])('[SES-4] what another program has written there is ignored: %s', async (_what, text) => {
  sessionStorage.setItem('kept-work', text)
  const { takeWork } = await reloaded()
  expect(takeWork(agent)).toEqual(nothing)
})

test('[SES-4] a path that another program has written there opens no other screen', async () => {
  const work = { phone: agent, refNo: 'DBS10001', prepareOrderResponse: null, path: '/otp' }
  sessionStorage.setItem('kept-work', JSON.stringify(work))
  const { takeWork } = await reloaded()
  expect(takeWork(agent)).toEqual({
    path: '/dashboard',
    fields: { phone: agent, refNo: 'DBS10001', prepareOrderResponse: null },
  })
})
