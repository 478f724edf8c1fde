import { captureTimeoutMs, clockToleranceMs } from '@ekyc/contract/limits'
import { type ReactNode, useEffect, useState } from 'react'
import { Drawing } from '@ekyc/ui/controls/icon.tsx'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { MoreBelow } from '@ekyc/ui/states/more-below.tsx'
import { clockOffsetMs } from '@ekyc/ui/browser/server-clock.ts'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { nameOfDevice, type Scanner } from './scanner-state.ts'
import styles from './scanner-view.module.css'
import { t, type TextKey } from '../texts/t.ts'
import type { FoundDevice, Quality } from './scan.ts'
import { thisBrowser } from './this-browser.ts'
import bar from './action-bar.module.css'
import drawing from './fingerprint-drawing.module.css'

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

type ActionBarProps = {
  sentence: string
  hint?: string | undefined
  /** True if the sentence takes the focus, because the screen has no next control. */
  isNext?: boolean | undefined
  children?: ReactNode
}

export function ActionBar({ sentence, hint, isNext = false, children }: ActionBarProps) {
  return (
    <>
      <output className={bar.sentence} tabIndex={-1} data-next={isNext ? '' : undefined}>
        {sentence}
      </output>
      {hint && <p className={`quiet ${bar.hint}`}>{hint}</p>}
      {children && (
        <div className={`bar ${bar.bar}`}>
          <MoreBelow />
          {children}
        </div>
      )}
    </>
  )
}

/** Warns of this computer's wrong clock, which makes device services fail misleadingly (decisions.md section 4). */
export function ClockWarning() {
  const offset = Math.abs(clockOffsetMs())
  if (offset <= clockToleranceMs) return null
  return (
    <Alert tone="warning" title={t('kyc.clock.title')}>
      <p>{t('kyc.clock.words', { away: clockError(offset) })}</p>
    </Alert>
  )
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export function clockError(ms: number): string {
  const awayMs = Math.abs(ms)
  if (awayMs < 2 * hourMs) return t('scanner.clock.minutes', { count: Math.round(awayMs / minuteMs) })
  if (awayMs < 2 * dayMs) return t('scanner.clock.hours', { count: Math.round(awayMs / hourMs) })
  return t('scanner.clock.days', { count: Math.round(awayMs / dayMs) })
}

type DrawingMood = 'waiting' | 'looking' | 'reading' | 'captured'

/** The drawing is decoration, because the sentence beside it says the same. */
export function FingerprintDrawing({ mood, secondsLeft = 0 }: { mood: DrawingMood; secondsLeft?: number }) {
  return (
    <svg className={`${drawing.drawing} ${drawing[mood]}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle className={drawing.disc} cx="80" cy="80" r="70" />
      <circle className={drawing.track} cx="80" cy="80" r="74" />
      {(mood === 'looking' || mood === 'reading') && (
        <circle
          // Each mood renders a new circle, so that the browser does not animate the change of the dash pattern.
          key={mood}
          className={drawing.ring}
          cx="80"
          cy="80"
          r="74"
          pathLength="100"
          strokeDasharray={mood === 'looking' ? '18 82' : `${(secondsLeft * 100_000) / captureTimeoutMs} 100`}
        />
      )}
      <g className={drawing.ridges}>
        {ridges.map(ridge => (
          <path key={ridge} d={ridge} />
        ))}
      </g>
      {mood === 'reading' && <path className={drawing.beam} d="M40 80H120" />}
      {mood === 'captured' && (
        <g className={drawing.badge}>
          <circle cx="124" cy="124" r="24" />
          <path d="M113 125l7.5 7.5L135 117" />
        </g>
      )}
    </svg>
  )
}

/** Five ridges around one centre, the outermost first. They are 10 units apart and so never touch at any size. */
const ridges = [
  'M48.2 45.2a45 45 0 0 1 63.6 0',
  'M44 93c.7-4 1-8 1-13v-3a35 35 0 0 1 70 0v5c0 7-.7 13-2 19',
  'M51 110c2.7-9 4-18 4-28v-5a25 25 0 0 1 50 0v6c0 10-1.4 19-4 28',
  'M61 118c2.7-11 4-22 4-35v-6a15 15 0 0 1 30 0v7c0 13-2 25-6 35',
  'M80 77v8c0 14-2 26-6 37',
]
