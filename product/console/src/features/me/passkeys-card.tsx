import { makePasskey } from '@ekyc/ui/passkeys.ts'
import { useMutation } from '@tanstack/react-query'

import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Notice } from '../../parts/notice.tsx'
import { tell } from '../../parts/outcome.ts'
import { PasskeyProblem } from '../../parts/passkey-problem.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { call } from '../../session/call.ts'
import { prove } from '../../session/prove.ts'
import { useCall } from '../../session/use-call.ts'
import { shownDay } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './me-page.module.css'

/** Warns of fewer than two passkeys. A person without a passkey needs a link, on which two other people decide. */
export function PasskeysCard() {
  const passkeys = useCall('listPasskeys', {})
  const adding = useMutation({
    mutationFn: async () => {
      const proof = await prove('passkey.add', {})
      const { options } = await call('startPasskey', { proof })
      await call('addPasskey', { credential: await makePasskey(options) })
    },
    onSuccess: () => {
      tell({ says: t('me.passkeyAdded') })
      void passkeys.refetch()
    },
  })
  return (
    <Card
      title={t('me.passkeys')}
      end={
        <Button sends look="quiet" small busy={adding.isPending} onClick={() => adding.mutate()}>
          {t('me.addPasskey')}
        </Button>
      }
    >
      {adding.error && (
        <div className={styles.notice}>
          <PasskeyProblem error={adding.error} />
        </div>
      )}
      <ReadPart query={passkeys} lines={2}>
        {({ rows }) => (
          <>
            {rows.length < 2 && (
              <div className={styles.notice}>
                <Notice tone="warning">{t('me.onePasskey')}</Notice>
              </div>
            )}
            <ul className={styles.rows}>
              {rows.map(({ createdOn, lastUsedOn }) => (
                <li key={createdOn}>
                  <span>
                    {t('passkey.made', { day: shownDay(createdOn) })}
                    <small>
                      {lastUsedOn ? t('passkey.used', { day: shownDay(lastUsedOn) }) : t('passkey.unused')}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </ReadPart>
    </Card>
  )
}
