import { create } from 'zustand'

/** The reason why the portal sent the agent to /otp. */
export const useNotice = create<{ say: (() => string) | undefined }>(() => ({ say: undefined }))

export function setNotice(say: (() => string) | undefined): void {
  useNotice.setState({ say })
}
