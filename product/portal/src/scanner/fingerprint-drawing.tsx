import { captureTimeoutMs } from '@ekyc/contract/limits'

import styles from './fingerprint-drawing.module.css'

export type DrawingMood = 'waiting' | 'looking' | 'reading' | 'captured'

/** The drawing is decoration, because the sentence beside it says the same. */
export function FingerprintDrawing({ mood, secondsLeft }: { mood: DrawingMood; secondsLeft?: number }) {
  return (
    <svg className={`${styles.drawing} ${styles[mood]}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle className={styles.disc} cx="80" cy="80" r="70" />
      <circle className={styles.track} cx="80" cy="80" r="74" />
      {(mood === 'looking' || mood === 'reading') && (
        <circle
          // Each mood renders a new circle, so that the browser does not animate the change of the dash pattern.
          key={mood}
          className={styles.ring}
          cx="80"
          cy="80"
          r="74"
          pathLength="100"
          strokeDasharray={mood === 'looking' ? '18 82' : `${shareLeft(secondsLeft)} 100`}
        />
      )}
      <g className={styles.ridges}>
        {ridges.map(ridge => (
          <path key={ridge} d={ridge} />
        ))}
      </g>
      {mood === 'reading' && <path className={styles.beam} d="M40 80H120" />}
      {mood === 'captured' && (
        <g className={styles.badge}>
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

function shareLeft(secondsLeft = 0): number {
  return Math.max(0, (secondsLeft * 100_000) / captureTimeoutMs)
}
