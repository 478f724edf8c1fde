import { signInProblems, type SignInProblem } from '@ekyc/contract/console/sign-in-pages'
import { go } from '@ekyc/ui/location.ts'
import { signWithPasskey } from '@ekyc/ui/passkeys.ts'
import { useMutation } from '@tanstack/react-query'

import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PasskeyProblem } from '../../parts/passkey-problem.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { useAddress } from '../../session/address.ts'
import { call, fileAddress } from '../../session/call.ts'
import { useCall } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export function SignInPage() {
  const { query } = useAddress()
  const signIn = useCall('getSignIn', {})
  const problem = signInProblems.find(one => one === query.get('problem'))
  const to = ownPage(query.get('to'))
  return (
    <SignInFrame title={t(problem === 'no-role' ? 'signIn.noRole' : 'signIn.title')}>
      {problem === 'no-role' ? <NoRole /> : problem && <Notice tone="bad">{t(problems[problem])}</Notice>}
      <ReadPart query={signIn} lines={1}>
        {({ way }) => (way === 'provider' ? <ByProvider to={to} /> : <ByPasskey to={to} />)}
      </ReadPart>
    </SignInFrame>
  )
}

const problems = {
  failed: 'signIn.failed',
  'provider-away': 'signIn.providerAway',
  'proof-over': 'signIn.proofOver',
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

function ByProvider({ to }: { to: string }) {
  return (
    <>
      <p>{t('signIn.byProvider')}</p>
      <Button wide onClick={() => location.assign(fileAddress('startSignIn', { to }))}>
        {t('signIn.toProvider')}
      </Button>
    </>
  )
}

function ByPasskey({ to }: { to: string }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await call('startPasskeySignIn', {})
      await call('finishPasskeySignIn', { credential: await signWithPasskey(options) })
    },
    onSuccess: () => go(to, { replace: true }),
  })
  return (
    <>
      <p>{t('signIn.byPasskey')}</p>
      {signIn.error && <PasskeyProblem error={signIn.error} />}
      <Button wide busy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signIn.withPasskey')}
      </Button>
      <p>{t('signIn.lost')}</p>
    </>
  )
}

/** Accepts a path of the console, and rejects an address that a browser takes for another host, such as `//host`. */
function ownPage(to: string | null): string {
  return to !== null && /^\/(?![/\\])/.test(to) ? to : '/'
}
