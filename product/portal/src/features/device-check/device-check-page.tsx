import { paths, type Path } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { useHome } from '../../session/use-home.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useFocusOnChange } from '@ekyc/ui/use-focus-on-change.ts'
import { CheckCard } from './check-card.tsx'
import { CheckList } from './check-list.tsx'
import styles from './device-check-page.module.css'
import { useDeviceCheck } from './use-device-check.ts'

/** The device check needs no log-in, so that an agent can test the scanner before a customer comes. */
export function DeviceCheckPage() {
  const flow = useDeviceCheck()
  const page = useFocusOnChange(flow.at)
  const wayBack = useWayBack()
  return (
    <div ref={page} className={styles.page}>
      <BackLink to={wayBack} />
      <div>
        <ScreenTitle>{t('check.title')}</ScreenTitle>
        <p className={styles.lead}>{t('check.lead')}</p>
      </div>
      <div className={styles.columns}>
        <div className={styles.led}>
          <CheckCard flow={flow} wayOn={wayBack} />
        </div>
        <Card title={t('check.list')}>
          <CheckList flow={flow} />
        </Card>
      </div>
    </div>
  )
}

function useWayBack(): Path {
  const home = useHome()
  const hasOpenOrder = useSession(session => session.prepareOrderResponse !== null)
  return hasOpenOrder && home === paths.dashboard ? paths.doKyc : home
}
