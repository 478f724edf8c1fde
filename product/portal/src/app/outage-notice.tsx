import { indiaDate } from '@ekyc/contract/india-time'
import { useQuery } from '@tanstack/react-query'

import { call } from '../api/api-client.ts'
import { serverNow } from '@ekyc/ui/server-clock.ts'
import { paths } from '../session/paths.ts'
import { useSession } from '../session/session.ts'
import { usePathname } from '@ekyc/ui/location.ts'
import { t } from '../texts/t.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { Alert } from '@ekyc/ui/alert.tsx'

/** Tells the agent before a scan that the authority or the bank fails for everybody. */
export function OutageNotice() {
  const path = usePathname()
  const mayDoKyc = useSession(session => session.allPrevielages.includes('DO_EKYC_APP'))
  // The key mounts the component anew on each page, so it asks the server again if the last answer is old.
  return mayDoKyc && (path === paths.dashboard || path === paths.doKyc) ? <Outages key={path} /> : null
}

/**
 * Asks the server for outages, but not by a timer, because such calls would keep an idle session alive.
 * @param enabled false to read only the answer that another component has asked for
 */
export function useOutages(enabled = true) {
  const username = useSession(session => session.phone)
  return useQuery({
    queryKey: ['outages', username],
    queryFn: ({ signal }) => call('getOutages', { username }, { signal }),
    enabled,
  }).data
}

function Outages() {
  const data = useOutages()
  return data?.outages.map(({ service, since }) => (
    <Alert key={service} tone="warning">
      <p>
        <strong>{t(`outage.${service}`, { time: shownSince(since) })}</strong> {t('outage.words')}
      </p>
    </Alert>
  ))
}

/** Returns 'HH:mm' in India's time, or 'DD-MM-YYYY HH:mm' if the day is not today. */
function shownSince(iso: string): string {
  const [day = '', time = ''] = shownTime(iso).slice(0, -':00'.length).split(' ')
  return indiaDate(new Date(iso)) === indiaDate(serverNow()) ? time : `${day} ${time}`
}
