import type { Passkey } from '@ekyc/contract/shapes'
import { useState } from 'react'

import { call } from '../../api/api-client.ts'
import { useSession } from '../../session/session.ts'
import { t, words } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { offersPasskeys } from '@ekyc/ui/passkeys.ts'
import { factsOfPasskey } from './device-facts.tsx'
import { RemovalList, useRemoval } from './removal-list.tsx'
import type { ChangeSecurity } from './use-security.ts'

type Props = { passkeys: readonly Passkey[]; change: ChangeSecurity }

export function PasskeysCard({ passkeys, change }: Props) {
  const username = useSession(session => session.phone)
  const [candidate, setCandidate] = useState<Passkey>()
  const removal = useRemoval()
  const close = () => setCandidate(undefined)
  const rows = passkeys.map(passkey => ({
    ...factsOfPasskey(passkey),
    onRemove: () => setCandidate(passkey),
  }))
  if (rows.length === 0 && !offersPasskeys() && !removal.outcome.said) return null
  return (
    <Card title={t('passkey.title')}>
      {rows.length === 0 && <p>{t('passkey.none')}</p>}
      <RemovalList name={t('passkey.title')} rows={rows} removal={removal} />
      {candidate && (
        <Dialog
          title={t('passkey.removeTitle')}
          onClose={close}
          actions={
            <>
              <Button look="quiet" onClick={close}>
                {t('security.cancel')}
              </Button>
              <Button onClick={() => remove(candidate.id)}>{t('security.remove')}</Button>
            </>
          }
        >
          {t('passkey.removeWords', { name: factsOfPasskey(candidate).name })}
        </Dialog>
      )}
    </Card>
  )

  function remove(id: string): void {
    close()
    removal.remove(id, async () => {
      await call('removePasskey', { username, id })
      await change(security => ({
        ...security,
        passkeys: security.passkeys.filter(passkey => passkey.id !== id),
      }))
      return words('passkey.removed')
    })
  }
}
