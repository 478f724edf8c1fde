import { create } from 'zustand'

/** Whether the server was reached by the last call: an answer of any kind says yes, a broken or dead line no. */
export const useLine = create<boolean>(() => true)

export function setLine(isThere: boolean): void {
  useLine.setState(isThere, true)
}
