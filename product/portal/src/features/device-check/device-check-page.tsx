import { ClockWarning } from '../../scanner/clock-warning.tsx'
import { paths, type Path } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { useHome } from '../../session/use-home.ts'
import { t } from '../../texts/t.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { useFocusOnChange } from '@ekyc/ui/use-focus-on-change.ts'
import { CheckCard } from './check-card.tsx'
import styles from './device-check-page.module.css'
import { useDeviceCheck } from './use-device-check.ts'

/** The device check needs no log-in, so that an agent can test the scanner before a customer comes. */
export function DeviceCheckPage() {
  const flow = useDeviceCheck()
  const { scanner, device, result } = flow
  const page = useFocusOnChange(`${scanner.at} ${device !== undefined} ${result !== undefined}`)
  const wayBack = useWayBack()
  return (
    <div ref={page} className={styles.page}>
      <BackLink to={wayBack} />
      <div>
        <ScreenTitle>{t('check.title')}</ScreenTitle>
      </div>
      {flow.clock !== undefined && <ClockWarning />}
      <CheckCard flow={flow} wayOn={wayBack} />
    </div>
  )
}

function useWayBack(): Path {
  const home = useHome()
  const hasOpenOrder = useSession(session => session.prepareOrderResponse !== null)
  return hasOpenOrder && home === paths.dashboard ? paths.doKyc : home
}
