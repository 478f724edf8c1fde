import type { Page, Route } from '@playwright/test'

export const mobile = '9000000001'

export const script = '**/assets/*/index.js'

/** Notes in `window.moved` what moves on the page without an act of the agent. The page gets the function as text. */
export function watchShifts(): void {
  window.moved = []
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as LayoutShift[])
      window.moved.push(
        `${value}: ${sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200)).join(', ')}`,
      )
  }).observe({ type: 'layout-shift', buffered: true })
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

declare global {
  interface Window {
    moved: string[]
    refused: string[]
  }
}

export async function holdScript(page: Page, end = (route: Route) => route.continue()): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route(script, async route => {
    await released
    await end(route)
  })
  return release
}
