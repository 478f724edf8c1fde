import { signInProblems, type SignInProblem } from '@ekyc/contract/console/sign-in-pages'

import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAddress } from '../../session/address.ts'
import { fileAddress } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export function SignInPage() {
  const { query } = useAddress()
  const problem = signInProblems.find(one => one === query.get('problem'))
  const to = ownPage(query.get('to'))
  return (
    <SignInFrame title={t(problem === 'no-role' ? 'signIn.noRole' : 'signIn.title')}>
      {problem === 'no-role' ? <NoRole /> : problem && <Notice tone="bad">{t(problems[problem])}</Notice>}
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

/** Tells the person that they have no role in the console, although the bank's identity provider knows them. */
function NoRole() {
  return (
    <>
      <p>{t('signIn.noRoleText')}</p>
      <p>{t('signIn.noRoleAsk')}</p>
    </>
  )
}

/** Accepts a path of the console, and rejects an address that a browser takes for another host, such as `//host`. */
function ownPage(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) ? to : '/'
}
