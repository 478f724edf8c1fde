import { create } from 'zustand'

/**
 * The reason for which the agent was sent back to the log-in, shown until the next try. It lives outside the session
 * slice, which is cleared at the same time, and in memory only.
 */
export const useNotice = create<string>(() => '')

export function setNotice(text: string): void {
  useNotice.setState(text, true)
}
