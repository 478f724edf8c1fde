import { create } from 'zustand'

/**
 * The reason for which the agent was sent back to the log-in. The log-in shows the reason until the next try. It is
 * kept only in memory, because the session slice is cleared at the same time.
 */
export const useNotice = create<{ say: (() => string) | undefined }>(() => ({ say: undefined }))

export function setNotice(say: (() => string) | undefined): void {
  useNotice.setState({ say })
}
