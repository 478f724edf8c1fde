import { cleanup, render, screen } from '@testing-library/react'
import { user } from '../testing/user.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { CopyButton } from './button.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = () => user.click(screen.getByRole('button'))

test('the text is copied, and the button says so', async () => {
  render(<CopyButton text="What was found" label="Copy report" />)
  await press()
  expect(await navigator.clipboard.readText()).toBe('What was found')
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('where the browser forbids copying, the text is shown and selected, and the failure is announced', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  render(<CopyButton text="What was found" label="Copy report" />)
  await press()
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Copy report' })
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('What was found')
  expect(document.activeElement).toBe(box)
  expect(screen.getByRole('status').textContent).toMatch(/^The browser did not allow copying/)
})
