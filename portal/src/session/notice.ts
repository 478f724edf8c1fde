import { create } from 'zustand'

/**
 * Why the agent was sent back to the log-in screen, shown there until the next try. Lives outside the session slice
 * because it must outlast the slice's clearing, and in memory only.
 */
export const useNotice = create<string>(() => '')

export function setNotice(text: string): void {
  useNotice.setState(text, true)
}
