import { useEffect } from 'react'

import { t } from '../../texts/t.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** Closes the window in which the identity provider confirmed the person. The page in the other window continues. */
export function ProvenPage() {
  useEffect(() => window.close(), [])
  return (
    <SignInFrame title={t('proof.proven')}>
      <p>{t('proof.close')}</p>
    </SignInFrame>
  )
}
