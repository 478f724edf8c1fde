import type { DeviceInfo } from '@ekyc/rd-client'

import { serverNow } from '@ekyc/ui/server-clock.ts'
import { levelOf } from '../../scanner/scanner-level.ts'
import { t } from '../../texts/t.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { checkNames, type Finding, type Findings } from './finding.ts'
import type { Facts } from './device-check.ts'
import { portLines } from './port-findings.ts'

/** Returns the check's results as plain text for support, without biometric data, the device's certificate and dc. */
export function reportOf(facts: Facts, findings: Findings): string {
  const { browser, bank, discovery, device } = facts
  const origin = { time: shownTime(serverNow().toISOString()), site: window.location.origin }
  return [
    t('check.report.title', { product: bank.productName }),
    t('check.report.made', origin),
    t('check.report.browser', { name: browser.name }),
    '',
    ...checkNames.flatMap((name, index) => {
      const title = `${index + 1}. ${t(`check.name.${name}`)}`
      const finding = findings[name]
      return finding ? findingLines(title, finding) : [`${title}: ${t('check.word.notReached')}`]
    }),
    ...(device?.info ? ['', t('check.report.device'), ...deviceLines(device.info)] : []),
    ...(discovery
      ? ['', t('check.report.ports'), ...portLines(discovery.ports).map(line => `  ${line}`)]
      : []),
  ]
    .map(oneLine)
    .join('\n')
}

function findingLines(title: string, { mark, says, next, deviceCode }: Finding): string[] {
  return [
    `${title}: ${t(`check.word.${mark}`)}. ${says}`,
    ...(next === undefined ? [] : [`   ${t('check.report.next', { text: next })}`]),
    ...(deviceCode === undefined ? [] : [`   ${t('check.support', { code: deviceCode })}`]),
  ]
}

function deviceLines(info: DeviceInfo): string[] {
  const { dpId, rdsId, rdsVer, mi, serialNumber } = info
  const values = { dpId, rdsId, rdsVer, mi, serialNumber, level: levelOf(info) ?? '' }
  return Object.entries(values).map(([name, value]) => `  ${name} ${value}`)
}

/**
 * Replaces line breaks and control characters, because a device's text is untrusted and could forge lines of the
 * report.
 */
function oneLine(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 400)
}
