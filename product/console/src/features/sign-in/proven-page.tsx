import { useEffect } from 'react'

import { t } from '../../texts/t.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** The end of the window in which the provider has asked who acts; the page behind it goes on by itself. */
export function ProvenPage() {
  useEffect(() => window.close(), [])
  return (
    <SignInFrame title={t('proof.proven')}>
      <p>{t('proof.close')}</p>
    </SignInFrame>
  )
}
