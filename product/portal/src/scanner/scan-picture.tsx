import { captureTimeoutMs } from '@ekyc/contract/limits'
import { useEffect, useState } from 'react'

import { t } from '../texts/t.ts'
import { FingerprintDrawing, type DrawingMood } from './fingerprint-drawing.tsx'
import { PermissionCoach } from './permission-coach.tsx'
import styles from './scan-picture.module.css'

export function ScanPicture({ mood }: { mood: DrawingMood | 'asking' }) {
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

/** Returns the seconds that are left of the device's own time-out. */
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
