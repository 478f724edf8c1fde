import { calls } from '@ekyc/contract/calls'
import { cleanup, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { vi } from 'vitest'

import { App } from '../app/app.tsx'
import { onHandOver } from '../log-in/hand-over.ts'
import { LogInPage } from '../log-in/log-in-page.tsx'
import { takeNumber } from '../log-in/take-number.ts'

let pages = 0
let root: HTMLElement | undefined
let listening: Parameters<typeof window.addEventListener>[] = []

/** Opens the log-in's page with its script. The portal starts on it when the script has handed the number over. */
export async function openLogIn(mobile = ''): Promise<void> {
  cleanup()
  closeLogIn()
  root = document.body.appendChild(document.createElement('div'))
  Object.assign(root, {
    id: 'root',
    innerHTML: filled(renderToStaticMarkup(<LogInPage language="en" />), mobile),
  })
  // The tests see the page when its script has run.
  root.hidden = true
  root.dataset['addressLookup'] = calls.getAddress.path
  document.documentElement.lang ||= 'en'
  const container = root
  const listeners = vi.spyOn(window, 'addEventListener')
  onHandOver(number => {
    takeNumber(number)
    render(<App />, { container })
  })
  // Each page runs the script anew.
  pages += 1
  await import(/* @vite-ignore */ `../log-in/script.ts?page=${pages}`)
  listening = listeners.mock.calls.slice()
  listeners.mockRestore()
  await vi.advanceTimersByTimeAsync(20)
  container.hidden = false
}

export function closeLogIn(): void {
  for (const [type, listener, options] of listening) window.removeEventListener(type, listener, options)
  listening = []
  root?.remove()
  root = undefined
}

/** Fills the page as the server does for a bank with three languages and no more. */
function filled(markup: string, mobile: string): string {
  const kept = ['en', 'hi', 'ta']
  return markup
    .replaceAll(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, part: string) =>
      kept.includes(name) ? part : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => (name === 'mobile' ? mobile : ''))
}
