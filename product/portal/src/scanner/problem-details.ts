import { serverNow } from '@ekyc/ui/server-clock.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { t } from '../texts/t.ts'
import { adviceOn } from './advice.ts'
import type { Attempt } from './scan.ts'
import type { ScannerProblem } from './scanner-problem.ts'
import { thisBrowser } from './this-browser.ts'

/**
 * Describes a scanner problem for support as plain text: cause, codes, maker, model, driver, port, browser and times.
 * The text names no customer and no agent, and has no serial number.
 */
export function problemDetails(
  { title, advice, score, deviceCode, support }: ScannerProblem,
  { device, from = serverNow(), to = from }: Partial<Attempt> = {},
): string {
  const { happened } = adviceOn({ advice, ...(score !== undefined && { score }) })
  const { service, info } = device ?? {}
  const lines = [
    masked(title),
    happened,
    deviceCode && t('kyc.advice.code', { code: masked(deviceCode) }),
    support && t('kyc.advice.support', { text: masked(support()) }),
    device &&
      t('scanner.details.scanner', { name: info ? `${info.dpId} ${info.mi}` : masked(device.service.info) }),
    info && t('scanner.details.driver', { name: `${info.rdsId} ${info.rdsVer}` }),
    service && t('scanner.details.port', { name: `${service.scheme}://${service.host}:${service.port}` }),
    t('scanner.details.browser', { name: thisBrowser().name }),
    t('scanner.details.time', { name: `${timeOf(from)} – ${timeOf(to)}` }),
  ]
  return lines.flatMap(line => (line ? [oneLine(line)] : [])).join('\n')
}

function timeOf(moment: Date): string {
  return shownTime(moment.toISOString())
}

/** Masks each word of a device's own sentence that may be a serial number, an id or a key. */
function masked(sentence: string): string {
  return sentence.replace(/\S*(?:\p{N}[^\p{N}\s]*){4}\S*|\S{25,}/gu, '…')
}

/** A device's text is untrusted: a line break in it could forge a line. */
function oneLine(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 400)
}
