import { type SignInProblem, signInProblems } from '@ekyc/contract/console/sign-in-pages'
import { ScreenTitle } from '@ekyc/ui/states/screen-title.tsx'
import { type ReactNode, useEffect } from 'react'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { Button } from '../../parts/elements.tsx'
import { useAddress } from '../../session/address.ts'
import { fileAddress } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { BankBrand } from '../../parts/page.tsx'
import { useBank } from '../../session/session.ts'
import styles from './sign-in-page.module.css'

export function SignInPage() {
  const { query } = useAddress()
  const problem = signInProblems.find(one => one === query.get('problem'))
  const asked = query.get('to') ?? ''
  // A browser takes an address such as `//host` for another host.
  const to = /^\/(?![/\\])/.test(asked) ? asked : '/'
  return (
    <SignInFrame title={t(problem === 'no-role' ? 'signIn.noRole' : 'signIn.title')}>
      {problem === 'no-role' ? (
        <>
          <p>{t('signIn.noRoleText')}</p>
          <p>{t('signIn.noRoleAsk')}</p>
        </>
      ) : (
        problem && <Alert tone="failure">{t(problems[problem])}</Alert>
      )}
      <p>{t('signIn.byProvider')}</p>
      <Button wide onClick={() => location.assign(fileAddress('startSignIn', { to }))}>
        {t('signIn.toProvider')}
      </Button>
    </SignInFrame>
  )
}

const problems = {
  failed: 'signIn.failed',
  'provider-away': 'signIn.providerAway',
  'proof-over': 'signIn.proofOver',
  'too-many': 'signIn.tooMany',
} as const satisfies Partial<Record<SignInProblem, string>>

function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { bankName } = useBank()
  return (
    <main className={styles.page}>
      <BankBrand />
      <div className={`stack-16 ${styles.card}`}>
        <ScreenTitle product={`${bankName} · ${t('frame.product')}`}>{title}</ScreenTitle>
        {children}
      </div>
    </main>
  )
}

/** Closes the window in which the identity provider confirmed the person. The page in the other window continues. */
export function ProvenPage() {
  useEffect(() => window.close(), [])
  return (
    <SignInFrame title={t('proof.proven')}>
      <p>{t('proof.close')}</p>
    </SignInFrame>
  )
}
