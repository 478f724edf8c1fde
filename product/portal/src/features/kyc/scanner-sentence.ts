import { branding } from '../../api/branding.ts'
import { adviceFor, type Advice } from '../../scanner/advice.ts'
import type { ScannerProblem } from '../../scanner/scanner-problem.ts'
import { t } from '../../texts/t.ts'
import type { CaptureWarning } from './capture-warning.ts'
import { captureKeptMs, type Scanner } from './do-kyc.ts'

const minutes = captureKeptMs / 60_000

export function sentenceOf(scanner: Scanner): string {
  switch (scanner.at) {
    case 'idle':
      return t(scanner.because ? `kyc.scanner.${scanner.because}` : 'kyc.scanner.idle', { minutes })
    case 'choose':
      return t('kyc.scanner.chooseNext')
    case 'problem':
      return ''
    default:
      return t(`kyc.scanner.${scanner.at}`)
  }
}

export function hintOf(scanner: Scanner, warning: CaptureWarning | undefined): string | undefined {
  if (warning) return t(`kyc.warning.${warning}.now`)
  if (scanner.at !== 'captured') return undefined
  return scanner.quality.kind === 'fair'
    ? t('scanner.quality.advice')
    : t('kyc.scanner.capturedNext', { minutes })
}

export function adviceOn({ advice, score }: ScannerProblem): Advice {
  const { deviceServiceVersion: version } = branding()
  return adviceFor(advice, { version, ...(score !== undefined && { score }) })
}

export function hasSteps({ advice }: ScannerProblem): boolean {
  return advice === 'permissionDenied'
}

export function isUnderWay({ at }: Scanner): boolean {
  return at === 'looking' || at === 'finishing' || at === 'ready' || at === 'capturing'
}
