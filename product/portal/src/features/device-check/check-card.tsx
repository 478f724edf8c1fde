import { branding } from '../../api/branding.ts'
import { serverNow } from '@ekyc/ui/server-clock.ts'
import { ActionBar } from '../../scanner/action-bar.tsx'
import { certificateDay, scannerWarning, type CaptureWarning } from '../../scanner/capture-warning.ts'
import { ChoiceList } from '../../scanner/choice-list.tsx'
import { nameOfDevice } from '../../scanner/found-device.ts'
import { ProblemView } from '../../scanner/problem-view.tsx'
import { ScannerView } from '../../scanner/scanner-view.tsx'
import { thisBrowser } from '../../scanner/this-browser.ts'
import { go } from '../../session/navigation.ts'
import { paths, type Path } from '../../session/paths.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import styles from './check-card.module.css'
import { ScannerFacts } from './scanner-facts.tsx'
import type { DeviceCheckFlow } from './use-device-check.ts'

type CheckCardProps = {
  flow: DeviceCheckFlow
  /** The path of the screen to which the agent goes after a good check. */
  wayOn: Path
}

export function CheckCard({ flow, wayOn }: CheckCardProps) {
  const { scanner, device, result } = flow
  const obstacle = obstacleOf()
  if (obstacle)
    return (
      <Card>
        <Alert title={t(`check.${obstacle}.bad`, { name: thisBrowser().name })}>
          <p>{t(`check.${obstacle}.badNext`)}</p>
        </Alert>
      </Card>
    )
  const at = stageOf(flow)
  return (
    <Card className={styles.card}>
      <ScannerView
        scanner={result && device ? { at: 'captured', device, quality: result.quality } : scanner}
      />
      {device?.info && scanner.at !== 'problem' && <ScannerFacts info={device.info} />}
      <Warning flow={flow} />
      {scanner.at === 'problem' && <ProblemView {...scanner} onTryAgain={flow.start} />}
      <ActionBar sentence={sentenceOf(flow)} isNext={at === 'underWay' || at === 'scanning'}>
        <Actions flow={flow} wayOn={wayOn} />
      </ActionBar>
    </Card>
  )
}

/** Returns the reason why no page of this browser reaches a scanner. A phone's reason is a problem of the scan. */
function obstacleOf(): 'page' | 'browser' | undefined {
  if (!window.isSecureContext) return 'page'
  const { kind, isPhone } = thisBrowser()
  return kind === 'safari' && !isPhone ? 'browser' : undefined
}

type Stage = 'start' | 'underWay' | 'choosing' | 'ownFinger' | 'scanning' | 'failed' | 'good'

function stageOf(flow: DeviceCheckFlow): Stage {
  const { scanner, device, result } = flow
  if (scanner.at === 'problem') return 'failed'
  if (result) return isRefused(flow) ? 'failed' : 'good'
  switch (scanner.at) {
    case 'idle':
    case 'coach':
      return 'start'
    case 'choose':
      return 'choosing'
    case 'capturing':
      return 'scanning'
    case 'ready':
      if (device) return isRefused(flow) ? 'failed' : 'ownFinger'
      return 'underWay'
    default:
      return 'underWay'
  }
}

function sentenceOf(flow: DeviceCheckFlow): string {
  const { scanner, result } = flow
  switch (stageOf(flow)) {
    case 'start':
      return t('check.startWords')
    case 'choosing':
      return t('check.chooseTitle')
    case 'ownFinger':
      return t('check.finger.words')
    case 'scanning':
      return t('check.finger.scanning')
    case 'underWay':
      return t(
        scanner.at === 'finishing' || scanner.at === 'ready'
          ? `kyc.scanner.${scanner.at}`
          : 'kyc.scanner.looking',
      )
    case 'good':
      return t(result?.quality.kind === 'fair' ? 'scanner.quality.advice' : 'check.ended.good')
    case 'failed':
      return ''
  }
}

function Warning({ flow }: { flow: DeviceCheckFlow }) {
  const warning = warningOf(flow)
  if (!warning || !flow.device?.info) return null
  return (
    <Alert
      tone="warning"
      title={t(`kyc.warning.${warning}.title`, { day: certificateDay(flow.device.info) })}
    >
      <p>{warning === 'clock' ? t('check.scan.clockNext') : t(`kyc.warning.${warning}.now`)}</p>
    </Alert>
  )
}

/** Returns the fault of the trial scan; before the scan, the fault that the scanner's own facts show. */
function warningOf({ device, result }: DeviceCheckFlow): CaptureWarning | undefined {
  const { level1Only = false } = branding()
  return result ? result.warning : device?.info && scannerWarning(device.info, serverNow(), level1Only)
}

/** Tells whether the server would refuse a customer's scan with this scanner. */
function isRefused(flow: DeviceCheckFlow): boolean {
  const warning = warningOf(flow)
  return warning !== undefined && warning !== 'level' && warning !== 'certificateEnds'
}

function Actions({ flow, wayOn }: CheckCardProps) {
  const { scanner } = flow
  switch (stageOf(flow)) {
    case 'start':
      return button('check.start', flow.start)
    case 'choosing':
      return (
        <>
          <ChoiceList
            label={t('check.chooseTitle')}
            choices={
              scanner.at === 'choose'
                ? scanner.devices.map(device => ({ ...device, name: nameOfDevice(device) }))
                : []
            }
            onChoose={flow.choose}
          />
          {button('check.stop', flow.cancel, 'quiet')}
        </>
      )
    case 'ownFinger':
      return button('check.finger.scan', flow.scan)
    case 'scanning':
      return button('check.finger.cancel', flow.cancel, 'quiet')
    case 'underWay':
      return button('check.stop', flow.cancel, 'quiet')
    case 'failed':
      return button('check.again', flow.start)
    case 'good':
      return (
        <>
          {button(waysOn[wayOn] ?? 'check.toDashboard', () => go(wayOn))}
          {button('check.again', flow.start, 'quiet')}
        </>
      )
  }
}

/** The attribute data-next marks the button that gets the focus. */
function button(words: TextKey, press: () => void, look: 'primary' | 'quiet' = 'primary') {
  return (
    <Button look={look} data-next={look === 'primary' ? '' : undefined} onClick={press}>
      {t(words)}
    </Button>
  )
}

const waysOn: Partial<Record<Path, 'check.toKyc' | 'check.toLogin'>> = {
  [paths.doKyc]: 'check.toKyc',
  [paths.login]: 'check.toLogin',
}
