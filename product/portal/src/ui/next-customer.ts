import { useEffect } from 'react'
import { referenceMaxLength } from '@ekyc/contract/limits'

import { branding } from '../api/branding.ts'
import { go, paths } from '../session/navigation.ts'
import { remember, setSession } from '../session/session.ts'

/** The server is not asked about other pasted texts, because it counts unknown references. */
export function usePastedReference(): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const reference = event.clipboardData?.getData('text').trim() ?? ''
      const { referencePattern = usualPattern } = branding()
      const isReference =
        reference.length <= referenceMaxLength && new RegExp(`^(?:${referencePattern})$`).test(reference)
      if (event.target instanceof HTMLInputElement || !isReference) return
      event.preventDefault()
      serveNext(reference)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
}

/** The pattern of a reference if the bank has set none. It requires a digit, so that no ordinary word matches. */
const usualPattern = '(?=.*[0-9])[A-Za-z0-9/-]{4,}'

export function serveNext(reference = ''): void {
  setSession({ prepareOrderResponse: null, kycVal: null, refNo: reference, retryKycLock: '' })
  remember({ waitingReference: reference })
  go(paths.doKyc)
}
