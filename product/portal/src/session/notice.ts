import { create } from 'zustand'

/**
 * The reason why the portal sent the agent to the log-in or to /otp. The log-in shows the reason until the next try.
 * The reason is kept only in memory, because the portal usually clears the session slice at the same time.
 */
export const useNotice = create<{ say: (() => string) | undefined }>(() => ({ say: undefined }))

export function setNotice(say: (() => string) | undefined): void {
  useNotice.setState({ say })
}
