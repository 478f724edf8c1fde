import { t } from '../texts/en/scanner.ts'
import { FingerprintDrawing, type DrawingMood } from './fingerprint-drawing.tsx'
import { PermissionCoach } from './permission-coach.tsx'
import styles from './scan-picture.module.css'
import { useSecondsLeft } from './use-seconds-left.ts'

/** The state of a scan as a picture: the coach before the browser asks, else a fingerprint and its countdown. */
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
