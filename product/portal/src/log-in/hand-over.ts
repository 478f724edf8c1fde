import type { UserChecked } from '../session/session-state.ts'

/** The log-in's script gives this to the portal, which is another program of the same page. */
export type CheckedNumber = {
  mobile: string
  checked: UserChecked
  pageId: string
  address: Promise<string>
  clockOffsetMs: number
}

const eventName = 'number-checked'

export function handOver(number: CheckedNumber): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: number }))
}

export function onHandOver(open: (number: CheckedNumber) => void): void {
  const listener = (event: Event) => open((event as CustomEvent<CheckedNumber>).detail)
  window.addEventListener(eventName, listener, { once: true })
}
