import { act } from '@testing-library/react'
import { vi } from 'vitest'

export const chromeAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/146.0.0.0 Safari/537.36'

/** The returned function changes the permission's state. */
export function stubPermission(
  state: PermissionState,
  { userAgent = chromeAgent } = {},
): (state: PermissionState) => Promise<void> {
  const status = Object.assign(new EventTarget(), { state })
  const { clipboard, language } = navigator
  const permissions = { query: () => Promise.resolve(status) }
  vi.stubGlobal('navigator', { userAgent, clipboard, language, permissions })
  return async changed => {
    status.state = changed
    await act(async () => void status.dispatchEvent(new Event('change')))
  }
}
