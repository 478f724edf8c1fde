import { t } from '../../texts/t.ts'
import type { CaptureWarning } from '../../scanner/capture-warning.ts'
import type { Scanner } from '../../scanner/scanner-state.ts'
import { captureKeptMs } from './do-kyc.ts'

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

export function isUnderWay({ at }: Scanner): boolean {
  return at === 'looking' || at === 'finishing' || at === 'ready' || at === 'capturing'
}
