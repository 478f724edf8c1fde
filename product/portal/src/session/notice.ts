import { create } from 'zustand'

/**
 * The reason why the portal sent the agent back to the log-in. The log-in shows the reason until the next try. The
 * reason is kept only in memory, because the session slice is cleared at the same time.
 */
export const useNotice = create<{ say: (() => string) | undefined }>(() => ({ say: undefined }))

export function setNotice(say: (() => string) | undefined): void {
  useNotice.setState({ say })
}
