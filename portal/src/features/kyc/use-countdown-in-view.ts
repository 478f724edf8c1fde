import { useEffect, type RefObject } from 'react'

import type { DoKyc } from './do-kyc.ts'
import { isUnderWay } from './scanner-sentence.ts'

/**
 * While a scan is under way, scrolls the scanner's picture out from behind the action bar, whose long words would hide
 * the seconds on a phone.
 */
export function useCountdownInView(page: RefObject<HTMLElement | null>, state: DoKyc): void {
  const scanner = state.step === 'fingerprint' ? state.scanner : undefined
  useEffect(() => {
    const watched = scanner && isUnderWay(scanner) && page.current?.querySelector('[data-watched]')
    if (!watched || !watched.firstElementChild || !watched.lastElementChild) return
    const end = watched.firstElementChild.getBoundingClientRect().bottom
    const bar = watched.lastElementChild.getBoundingClientRect().top
    if (end > bar) window.scrollBy(0, end - bar)
  }, [page, scanner])
}
