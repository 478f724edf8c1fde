import { captureTimeoutMs } from '@ekyc/contract/limits'
import { useEffect, useState } from 'react'
import { Drawing } from '@ekyc/ui/controls/icon.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'

import { type DrawingMood, FingerprintDrawing } from './fingerprint-drawing.tsx'
import { nameOfDevice, type FoundDevice, type Scanner } from './scanner-state.ts'
import styles from './scanner-view.module.css'
import { t, type TextKey } from '../texts/t.ts'
import type { Quality } from './scan.ts'
import { thisBrowser } from './this-browser.ts'

/** A scanner as the view shows it: of a capture the view shows its quality alone. */
type Shown =
  | Exclude<Scanner, { at: 'captured' }>
  | Pick<Extract<Scanner, { at: 'captured' }>, 'at' | 'device' | 'quality'>

export function ScannerView({ scanner }: { scanner: Shown }) {
  const device = 'device' in scanner ? scanner.device : undefined
  return (
    <>
      {/* The text about a problem needs the space of the picture. */}
      {scanner.at !== 'problem' && (
        <div data-at={scanner.at}>
          <ScanPicture mood={scanner.at === 'looking' && scanner.asks ? 'asking' : moods[scanner.at]} />
        </div>
      )}
      {device && <p className={`quiet ${styles.device}`}>{nameOfDevice(device)}</p>}
      {scanner.at === 'captured' && <QualityMeter quality={scanner.quality} />}
    </>
  )
}

const moods: Record<Exclude<Scanner['at'], 'problem'>, DrawingMood | 'asking'> = {
  idle: 'waiting',
  coach: 'asking',
  looking: 'looking',
  finishing: 'looking',
  choose: 'waiting',
  ready: 'waiting',
  capturing: 'reading',
  captured: 'captured',
}

function ScanPicture({ mood }: { mood: DrawingMood | 'asking' }) {
  const secondsLeft = useSecondsLeft(mood === 'reading')
  if (mood === 'asking') return <PermissionCoach />
  return (
    <>
      <FingerprintDrawing mood={mood} secondsLeft={secondsLeft} />
      {mood === 'reading' && (
        <p className={styles.seconds} aria-hidden="true">
          {t('scanner.secondsLeft', { seconds: secondsLeft })}
        </p>
      )}
    </>
  )
}

function useSecondsLeft(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(captureTimeoutMs / 1000)
  useEffect(() => {
    if (!isRunning) return undefined
    const endsOn = Date.now() + captureTimeoutMs
    const tick = () => setSeconds(Math.max(0, Math.ceil((endsOn - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return seconds
}

function QualityMeter({ quality }: { quality: Quality }) {
  if (quality.kind === 'unknown')
    return <p className={`quiet ${styles.words}`}>{t('scanner.quality.unknown')}</p>
  return (
    <div className={`stack-4 ${styles.quality} ${quality.kind === 'fair' ? styles.fair : ''}`}>
      <svg className={styles.scale} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.track} width="100" height="6" />
        <rect className={styles.score} width={Math.max(2, quality.score)} height="6" />
      </svg>
      <p className={`quiet ${styles.words}`}>
        {t(`scanner.quality.${quality.kind}`, { score: Math.round(quality.score) })}
      </p>
    </div>
  )
}

function PermissionCoach() {
  const isFirefox = thisBrowser().kind === 'firefox'
  const site = window.location.host
  return (
    <div className={styles.permission}>
      <div className={`stack-8 ${styles.browser}`} aria-hidden="true">
        <div className={styles.bar}>
          <Drawing d={sliders} size={16} />
          <span className={styles.site}>{site}</span>
        </div>
        <div className={`stack-12 ${styles.bubble}`}>
          <p className={styles.asking}>
            {t(isFirefox ? 'scanner.coach.firefox.question' : 'scanner.coach.wantsTo', { site })}
          </p>
          <p className={styles.question}>
            <Drawing d={isFirefox ? tickedBox : computer} size={18} />
            {t(isFirefox ? 'scanner.coach.firefox.remember' : 'scanner.coach.question')}
          </p>
          <p className={styles.answers}>
            <span className={styles.answer}>{t('scanner.coach.block')}</span>
            <span className={`${styles.answer} ${styles.wanted}`}>{t('scanner.coach.allow')}</span>
          </p>
        </div>
      </div>
      <p className={styles.title}>{t(isFirefox ? 'scanner.coach.firefox.title' : 'scanner.coach.title')}</p>
      <p>{t(isFirefox ? 'scanner.coach.firefox.words' : 'scanner.coach.words')}</p>
    </div>
  )
}

const sliders =
  'M4 8h9m6 0h1M4 16h1m6 0h9M16 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 18.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z'
const tickedBox = 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 12l3 3 5-6'
const computer = 'M4 5h16v11H4zM9 20h6m-3-4v4'

type ChoiceListProps = {
  label: string
  devices: readonly FoundDevice[]
  onChoose: (device: FoundDevice) => void
}

export function ChoiceList({ label, devices, onChoose }: ChoiceListProps) {
  return (
    <ul className={`stack-8 ${styles.choices}`} aria-label={label}>
      {devices.map((device, index) => (
        <li key={`${device.service.scheme} ${device.service.host} ${device.service.port}`}>
          <Button look="quiet" wide data-next={index === 0 ? '' : undefined} onClick={() => onChoose(device)}>
            {nameOfDevice(device)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The attribute data-next marks the button that gets the focus. */
export function scanButton(words: TextKey, press: () => void, look: 'primary' | 'quiet' = 'primary') {
  return (
    <Button look={look} data-next={look === 'primary' ? '' : undefined} onClick={press}>
      {t(words)}
    </Button>
  )
}
