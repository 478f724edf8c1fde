import { create } from 'zustand'

/**
 * The reason for which the agent was sent back to the log-in, shown until the next try. It lives outside the session
 * slice, which is cleared at the same time, and in memory only.
 */
export const useNotice = create<{ say: (() => string) | undefined }>(() => ({ say: undefined }))

export function setNotice(say: (() => string) | undefined): void {
  useNotice.setState({ say })
}
