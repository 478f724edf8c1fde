import { useFocusOnChange } from '@ekyc/ui/states/use-focus-on-change.ts'
import { clockOffsetMs } from '@ekyc/ui/browser/server-clock.ts'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import { type DeviceInfo, type PermissionState, readCertificateValidity } from '@ekyc/rd-client'
import { shownTime } from '@ekyc/ui/texts/shown.ts'
import { type ReactNode, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { calls } from '@ekyc/contract/calls'

import { go, type Path, paths, useHome } from '../../session/navigation.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { BackLink, ScreenTitle } from '../../ui/screen.tsx'
import styles from './device-check-page.module.css'
import { branding } from '../../api/branding.ts'
import {
  type CaptureWarning,
  captureWarning,
  certificateDay,
  isHarmless,
  scannerWarning,
} from '../../scanner/capture-warning.ts'
import { ActionBar, ChoiceList, ClockWarning, scanButton, ScannerView } from '../../scanner/scanner-view.tsx'
import {
  isOfPermission,
  nextScanner,
  permissionEvent,
  type Scanner,
  type ScannerEvent,
  watchPermission,
} from '../../scanner/scanner-state.ts'
import { ProblemView } from '../../scanner/problem-view.tsx'
import { thisBrowser } from '../../scanner/this-browser.ts'
import { createScan, type FoundDevice, type Quality } from '../../scanner/scan.ts'
import { fetchTimed } from '../../api/request.ts'

/** The device check needs no log-in, so that an agent can test the scanner before a customer comes. */
export function DeviceCheckPage() {
  const flow = useDeviceCheck()
  const { scanner, device, result } = flow
  const page = useFocusOnChange(`${scanner.at} ${device !== undefined} ${result !== undefined}`)
  const home = useHome()
  const hasOpenOrder = useSession(session => session.prepareOrderResponse !== null)
  const wayBack = hasOpenOrder && home === paths.dashboard ? paths.doKyc : home
  return (
    <div ref={page} className={`stack-16 ${styles.page}`}>
      <BackLink to={wayBack} />
      <ScreenTitle>{t('check.title')}</ScreenTitle>
      {flow.clock !== undefined && <ClockWarning />}
      <CheckCard flow={flow} wayOn={wayBack} />
    </div>
  )
}

function CheckCard({ flow, wayOn }: { flow: DeviceCheckFlow; wayOn: Path }) {
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
  const warning = result ? result.warning : device?.info && scannerWarning(device.info)
  const { sentence, actions, isNext } = viewOf(flow, warning, wayOn)
  return (
    <Card className={styles.card}>
      <ScannerView
        scanner={result && device ? { at: 'captured', device, quality: result.quality } : scanner}
      />
      {device?.info && scanner.at !== 'problem' && <ScannerFacts info={device.info} />}
      {warning && device?.info && (
        <Alert tone="warning" title={t(`kyc.warning.${warning}.title`, { day: certificateDay(device.info) })}>
          <p>{warning === 'clock' ? t('check.scan.clockNext') : t(`kyc.warning.${warning}.now`)}</p>
        </Alert>
      )}
      {scanner.at === 'problem' && <ProblemView {...scanner} onTryAgain={flow.start} />}
      <ActionBar sentence={sentence} isNext={isNext}>
        {actions}
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

type View = { sentence: string; actions: ReactNode; isNext?: true }

function viewOf(flow: DeviceCheckFlow, warning: CaptureWarning | undefined, wayOn: Path): View {
  const { scanner, device, result } = flow
  const hasEnded = scanner.at === 'ready' || result !== undefined
  if (scanner.at === 'problem' || (hasEnded && warning && !isHarmless(warning)))
    return { sentence: '', actions: scanButton('check.again', flow.start) }
  if (result)
    return {
      sentence: t(result.quality.kind === 'fair' ? 'scanner.quality.advice' : 'check.ended.good'),
      actions: (
        <>
          {scanButton(waysOn[wayOn] ?? 'fallback.toDashboard', () => go(wayOn))}
          {scanButton('check.again', flow.start, 'quiet')}
        </>
      ),
    }
  if (scanner.at === 'idle' || scanner.at === 'coach')
    return { sentence: t('check.startWords'), actions: scanButton('check.start', flow.start) }
  if (scanner.at === 'ready' && device)
    return { sentence: t('check.finger.words'), actions: scanButton('check.finger.scan', flow.scan) }
  if (scanner.at === 'capturing')
    return {
      sentence: t('check.finger.scanning'),
      actions: scanButton('frame.cancel', flow.cancel, 'quiet'),
      isNext: true,
    }
  const stop = scanButton('check.stop', flow.cancel, 'quiet')
  if (scanner.at === 'choose')
    return {
      sentence: t('check.chooseTitle'),
      actions: (
        <>
          <ChoiceList label={t('check.chooseTitle')} devices={scanner.devices} onChoose={flow.choose} />
          {stop}
        </>
      ),
    }
  const words = scanner.at === 'finishing' || scanner.at === 'ready' ? scanner.at : 'looking'
  return { sentence: t(`kyc.scanner.${words}`), actions: stop, isNext: true }
}

const waysOn: Partial<Record<Path, 'check.toKyc' | 'fallback.toLogin'>> = {
  [paths.doKyc]: 'check.toKyc',
  [paths.login]: 'fallback.toLogin',
}

function ScannerFacts({ info }: { info: DeviceInfo }) {
  const validity = readCertificateValidity(info.mc)
  const [version, next] = versionWords(info)
  return (
    <dl className={`quiet ${styles.facts}`}>
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

type DeviceCheckFlow = ReturnType<typeof useDeviceCheck>

/** A check that failed for lack of the browser's permission starts when the agent gives the permission. */
function useDeviceCheck() {
  const [check, dispatch] = useReducer(deviceCheck, notStarted)
  const [scan] = useState(() =>
    createScan({ emit: dispatch, onMet: device => dispatch({ type: 'deviceMet', device }) }),
  )
  // The warning of a wrong clock reads the clock again when this changes.
  const [clock, setClock] = useState<number>()
  const { scanner, device } = check

  const takePermission = useEffectEvent((state: PermissionState) => {
    const wasRefused = scanner.at === 'problem' && isOfPermission(scanner.problem)
    dispatch(permissionEvent(state))
    if (wasRefused && state === 'granted') start()
  })
  useEffect(() => watchPermission(state => takePermission(state)), [])
  useEffect(() => () => scan.cancel(), [scan])

  return {
    ...check,
    clock,
    start,
    choose: (chosen: FoundDevice) => void scan.choose(chosen, {}),
    /** Captures one finger of the agent without a wadh, so that no order accepts the capture. */
    scan: () => device && void scan.capture(device, {}),
    cancel() {
      scan.cancel()
      dispatch({ type: 'scanCancelled' })
    },
  }

  function start(): void {
    void measureClock().then(setClock)
    void scan.start({})
  }
}

type DeviceCheck = {
  scanner: Scanner
  device?: FoundDevice
  result?: { quality: Quality; warning: CaptureWarning | undefined }
}

const notStarted: DeviceCheck = { scanner: { at: 'idle' } }

export function deviceCheck(
  check: DeviceCheck,
  event: ScannerEvent | { type: 'deviceMet'; device: FoundDevice },
): DeviceCheck {
  switch (event.type) {
    case 'lookingStarted':
      return { scanner: nextScanner(check.device ? { at: 'idle' } : check.scanner, event) }
    case 'deviceMet':
      return { scanner: { at: 'ready', device: event.device }, device: event.device }
    case 'captured':
      return {
        scanner: { at: 'idle' },
        device: event.device,
        result: { quality: event.quality, warning: captureWarning(event.capture) },
      }
    case 'scanCancelled':
      return check.device ? deviceCheck(check, { type: 'deviceMet', device: check.device }) : notStarted
    default:
      return { ...check, scanner: nextScanner(check.scanner, event) }
  }
}

/** @returns below 0 if `a` is older, above 0 if `b` is; undefined if one of them is no version */
function compareVersions(a: string, b: string): number | undefined {
  const [ours, theirs] = [numbersOf(a), numbersOf(b)]
  if (!ours || !theirs) return undefined
  const place = [...ours, ...theirs].findIndex((_, at) => (ours[at] ?? 0) !== (theirs[at] ?? 0))
  return (ours[place] ?? 0) - (theirs[place] ?? 0)
}

function numbersOf(text: string): number[] | undefined {
  const version = /^\s*v?\s*(\d{1,9}(?:\.\d{1,9}){0,9})(?![\d])/i.exec(text)?.[1]
  return version?.split('.').map(Number)
}

/** Measures the server's clock minus this computer's clock, in ms. Returns undefined if no Date header came. */
async function measureClock(): Promise<number | undefined> {
  const signal = AbortSignal.timeout(5000)
  try {
    const response = await fetchTimed(calls.getAddress.path, { cache: 'no-store', signal })
    return response.headers.has('date') ? clockOffsetMs() : undefined
  } catch {
    return undefined
  }
}
