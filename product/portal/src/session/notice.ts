import { create } from 'zustand'

/**
 * The reason that sent the agent back to the log-in, shown until the next try. It lives outside the session slice,
 * which is cleared at the same time, and only in memory.
 */
export const useNotice = create<{ say: (() => string) | undefined }>(() => ({ say: undefined }))

export function setNotice(say: (() => string) | undefined): void {
  useNotice.setState({ say })
}
