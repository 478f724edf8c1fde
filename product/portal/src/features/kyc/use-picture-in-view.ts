import { useEffect, type RefObject } from 'react'

import type { DoKyc } from './do-kyc.ts'
import { isUnderWay } from './scanner-sentence.ts'

/**
 * During a scan and after it, scrolls the scanner's picture out from behind the action bar, whose long words would hide
 * the seconds, or the tick, on a phone.
 */
export function usePictureInView(page: RefObject<HTMLElement | null>, state: DoKyc): void {
  const scanner = state.step === 'fingerprint' ? state.scanner : undefined
  useEffect(() => {
    const isShown = scanner && (isUnderWay(scanner) || scanner.at === 'captured')
    const watched = isShown && page.current?.querySelector('[data-watched]')
    if (!watched || !watched.firstElementChild || !watched.lastElementChild) return
    const end = watched.firstElementChild.getBoundingClientRect().bottom
    const bar = watched.lastElementChild.getBoundingClientRect().top
    if (end > bar) window.scrollBy(0, end - bar)
  }, [page, scanner])
}
