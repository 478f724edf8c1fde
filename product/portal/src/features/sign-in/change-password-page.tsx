import type { Passkey } from '@ekyc/contract/shapes'
import { startTransition, useActionState, useEffect, useId } from 'react'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import { FailedCall } from '@ekyc/ui/states/alert.tsx'
import { Checkbox } from '@ekyc/ui/controls/form.tsx'

import { t } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
import styles from './security.module.css'
import { useSession, setSession } from '../../session/session.ts'
import { paths } from '../../session/navigation.ts'
import form from './new-password-form.module.css'
import { keptField, NewPasswordForm } from './new-password-form.tsx'
import { sendAnother } from './number-check.ts'
import { DeviceFacts, factsOfPasskey, useSecurity } from './security-page.tsx'

/** The screen requests an OTP when it opens (PWD-1). */
export function ChangePasswordPage() {
  const phone = useSession(session => session.phone)
  const [problem, ask] = useActionState(() => sendAnother(phone, 'change'), undefined)
  const { query } = useSecurity()
  const passkeys = query.data?.passkeys
  useEffect(() => {
    // Deletes the details of an earlier OTP, because the hint would show the mark of the SMS with that OTP.
    setSession({ userChecked: null })
    startTransition(ask)
  }, [ask])
  return (
    <>
      <div className={`row-8 ${form.head}`}>
        <BackLink to={paths.profile} />
        <ScreenTitle>{t('changePassword.title')}</ScreenTitle>
      </div>
      <Card narrow>
        <FailedCall error={problem} />
        <NewPasswordForm
          purpose="change"
          passkeys={passkeys}
          isReading={query.isPending}
          afterOtp={
            query.isError ? (
              <FailedCall
                error={query.error}
                actions={
                  <Button look="quiet" onClick={() => void query.refetch()}>
                    {t('frame.tryAgain')}
                  </Button>
                }
              />
            ) : (
              passkeys && passkeys.length > 0 && <KeptPasskeys passkeys={passkeys} />
            )
          }
        />
      </Card>
    </>
  )
}

/** At first no passkey is ticked, because an intruder may have added one. */
function KeptPasskeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const id = useId()
  return (
    <fieldset className={styles.kept} aria-describedby={id}>
      <legend>{t('newPassword.keep')}</legend>
      <p id={id} className="quiet">
        {t('newPassword.keepWhy')}
      </p>
      {passkeys.map(passkey => (
        <Checkbox key={passkey.id} name={keptField} value={passkey.id}>
          <span className={styles.row}>
            <DeviceFacts {...factsOfPasskey(passkey)} />
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
