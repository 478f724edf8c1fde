import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

async function opened() {
  const [{ ScreenTitle }, { go }] = await Promise.all([
    import('./screen-title.tsx'),
    import('../browser/location.ts'),
  ])
  return { go, show: () => void render(<ScreenTitle product="Test">Orders</ScreenTitle>) }
}

test('the title of the first screen leaves the focus where it is', async () => {
  const { show } = await opened()
  show()
  expect(document.activeElement).toBe(document.body)
})

test('the title of a screen to which a person went before the first one showed takes the focus', async () => {
  const { go, show } = await opened()
  go('/orders')
  show()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orders' }))
})
