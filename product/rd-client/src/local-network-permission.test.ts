import { expect, test } from 'vitest'

import { localNetworkPermission, type Browser, type PermissionState } from './local-network-permission.ts'

test.each(['prompt', 'granted', 'denied'] as const)(
  'the browser’s own state is reported: %s',
  async state => {
    expect(await localNetworkPermission(browserThatKnows({ 'loopback-network': state })).state()).toBe(state)
  },
)

test('an older Chromium is asked by the older name', async () => {
  const permission = localNetworkPermission(browserThatKnows({ 'local-network-access': 'denied' }))
  expect(await permission.state()).toBe('denied')
})

test('the newer name counts where both are known', async () => {
  const both = browserThatKnows({ 'local-network-access': 'denied', 'loopback-network': 'granted' })
  expect(await localNetworkPermission(both).state()).toBe('granted')
})

test('a browser that knows neither name, or has no permissions at all, is unknown', async () => {
  expect(await localNetworkPermission(browserThatKnows({})).state()).toBe('unknown')
  expect(await localNetworkPermission({}).state()).toBe('unknown')
  expect(await localNetworkPermission().state()).toBe('unknown')
})

test('a policy that forbids the call is told apart from a person’s denial', async () => {
  const permission = localNetworkPermission({
    ...browserThatKnows({ 'loopback-network': 'denied' }),
    policy: { features: () => ['loopback-network'], allowsFeature: () => false },
  })
  expect(await permission.state()).toBe('blocked-by-policy')
})

test('each change is reported until the listener is removed', async () => {
  const browser = browserThatKnows({ 'loopback-network': 'prompt' })
  const heard: PermissionState[] = []
  const stop = localNetworkPermission(browser).onChange(state => heard.push(state))
  await settled()
  browser.change('granted')
  browser.change('denied')
  stop()
  browser.change('prompt')
  expect(heard).toEqual(['granted', 'denied'])
})

type State = 'prompt' | 'granted' | 'denied'

function browserThatKnows(states: Record<string, State>): Browser & { change(state: State): void } {
  const statuses = new Map(
    Object.entries(states).map(([name, state]) => [name, Object.assign(new EventTarget(), { state })]),
  )
  return {
    permissions: {
      query({ name }) {
        const status = statuses.get(name)
        if (!status) return Promise.reject(new TypeError(`'${name}' is not a valid PermissionName`))
        return Promise.resolve(Object.assign(status, { name, onchange: null }))
      },
    },
    change(state) {
      for (const status of statuses.values()) {
        status.state = state
        status.dispatchEvent(new Event('change'))
      }
    },
  }
}

function settled(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve)
  })
}
