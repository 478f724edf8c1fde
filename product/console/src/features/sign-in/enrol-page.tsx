import { go } from '@ekyc/ui/location.ts'
import { makePasskey } from '@ekyc/ui/passkeys.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PasskeyProblem } from '../../parts/passkey-problem.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { Refused } from '../../session/call-errors.ts'
import { call } from '../../session/call.ts'
import { useCall } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'
import { SignInFrame } from './sign-in-frame.tsx'

/** A person's first passkey, by the link that another one has handed over. */
export function EnrolPage() {
  const [token] = useState(() => location.hash.slice(1))
  // The token goes to the server in a body alone, and does not stay in the address bar or the history.
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  const link = useCall('startEnrolment', { token }, { enabled: token !== '' })
  const isOver = token === '' || (link.error instanceof Refused && link.error.code === 'sign_in_failed')
  return (
    <SignInFrame title={t('enrol.title')}>
      {isOver ? (
        <Notice tone="bad">{t('enrol.over')}</Notice>
      ) : (
        <ReadPart query={link} lines={2}>
          {({ name }) => <MakePasskey name={name} token={token} />}
        </ReadPart>
      )}
    </SignInFrame>
  )
}

function MakePasskey({ name, token }: { name: string; token: string }) {
  const making = useMutation({
    mutationFn: async () => {
      // Begins anew, since the browser's dialog may come long after the page.
      const { options } = await call('startEnrolment', { token })
      await call('finishEnrolment', { token, credential: await makePasskey(options) })
    },
    onSuccess: () => go('/me', { replace: true }),
  })
  return (
    <>
      <p>
        {t('enrol.for')} <b dir="auto">{name}</b>
      </p>
      <p>{t('enrol.text')}</p>
      {making.error && <PasskeyProblem error={making.error} />}
      <Button wide busy={making.isPending} onClick={() => making.mutate()}>
        {t('enrol.make')}
      </Button>
    </>
  )
}
