import { readCertificateValidity, type DeviceInfo } from '@ekyc/rd-client'

import { branding } from '../../api/branding.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { t } from '../../texts/t.ts'
import styles from './check-card.module.css'
import { compareVersions } from './versions.ts'

/** Shows the versions and dates that a device tells of itself. Its name and its faults stand elsewhere on the card. */
export function ScannerFacts({ info }: { info: DeviceInfo }) {
  const validity = readCertificateValidity(info.mc)
  const [version, next] = versionWords(info)
  return (
    <dl className={styles.facts}>
      <dt>{t('check.name.version')}</dt>
      <dd>{version}</dd>
      {next !== undefined && <dd>{next}</dd>}
      {validity && (
        <>
          <dt>{t('check.name.certificate')}</dt>
          <dd>{t('check.certificate.good', { until: shownTime(validity.notAfter.toISOString()) })}</dd>
        </>
      )}
    </dl>
  )
}

/** Makers number their versions differently, so the branding file names a required version for each maker. */
function versionWords({ rdsVer: version, dpId }: DeviceInfo): [says: string, next?: string] {
  const required = branding().deviceServiceVersions?.[dpId]
  if (required === undefined) return [t('check.version.told', { version })]
  const order = compareVersions(version, required)
  if (order === undefined)
    return [t('check.version.unknown', { version, required }), t('check.version.unknownNext')]
  return order >= 0
    ? [t('check.version.good', { version, required })]
    : [t('check.version.old', { version, required }), t('check.version.oldNext')]
}
