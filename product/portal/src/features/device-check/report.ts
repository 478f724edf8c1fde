import { t } from '../../texts/t.ts'
import { shownTime } from '../../texts/shown-time.ts'
import { checkNames, type Finding } from './check-names.ts'
import type { Found } from './device-check.ts'
import { portLines } from './port-findings.ts'

export type ReportFrame = { product: string; site: string; browser: string; madeOn: Date }

/** The whole check as plain text for support. Its inputs contain no biometric data and no certificate. */
export function reportOf({ findings, ports, device }: Found, frame: ReportFrame): string {
  return [
    t('check.report.title', { product: frame.product }),
    t('check.report.made', { time: shownTime(frame.madeOn.toISOString()), site: frame.site }),
    t('check.report.browser', { name: frame.browser }),
    '',
    ...checkNames.flatMap((name, index) => {
      const title = `${index + 1}. ${t(`check.name.${name}`)}`
      const finding = findings[name]
      return finding ? findingLines(title, finding) : [`${title}: ${t('check.word.notReached')}`]
    }),
    ...(device
      ? ['', t('check.report.device'), ...Object.entries(device).map(([name, value]) => `  ${name} ${value}`)]
      : []),
    ...(ports.length > 0 ? ['', t('check.report.ports'), ...portLines(ports).map(line => `  ${line}`)] : []),
  ]
    .map(oneLine)
    .join('\n')
}

function findingLines(title: string, { mark, says, next, deviceCode }: Finding): string[] {
  return [
    `${title}: ${t(`check.word.${mark}`)}. ${says()}`,
    ...(next === undefined ? [] : [`   ${t('check.report.next', { text: next() })}`]),
    ...(deviceCode === undefined ? [] : [`   ${t('check.support', { code: deviceCode })}`]),
  ]
}

/** Removes line breaks: a device's text is untrusted and must not forge lines of the report. */
function oneLine(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 400)
}
