import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { QueryRegion } from '@ekyc/ui/query-region.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '@ekyc/ui/skeleton.tsx'
import { AddPasskeyCard } from './add-passkey-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { offersPasskeys } from '@ekyc/ui/passkeys.ts'
import styles from './security.module.css'
import { SessionsCard } from './sessions-card.tsx'
import { useSecurity } from './use-security.ts'

export function SecurityPage() {
  const { query, change } = useSecurity()
  return (
    <>
      <BackLink />
      <ScreenTitle>{t('security.title')}</ScreenTitle>
      <QueryRegion
        name={t('security.title')}
        query={query}
        recovered={t('security.loaded')}
        loading={
          <output>
            {t('app.loading')}
            <Skeleton lines={4} height={72} />
          </output>
        }
      >
        {({ passkeys, sessions }) => (
          <div className={styles.cards}>
            <div className={styles.passkeys}>
              <PasskeysCard passkeys={passkeys} change={change} />
              {offersPasskeys() && (
                <AddPasskeyCard hasPasskey={passkeys.length > 0} onAdded={() => void query.refetch()} />
              )}
            </div>
            <SessionsCard sessions={sessions} change={change} />
          </div>
        )}
      </QueryRegion>
    </>
  )
}
