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

/** Makes the passkey of a person who is new or has lost the old one. Another person has handed over the page's link. */
export function EnrolPage() {
  const [token] = useState(() => location.hash.slice(1))
  // Removes the token from the address bar and the history. The page sends it to the server in a request body only.
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
      // Starts the enrolment again, because the person may press the button long after the page has loaded.
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
