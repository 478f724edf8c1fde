import { captureTimeoutMs } from '@ekyc/contract/limits'

import styles from './fingerprint-drawing.module.css'

export type DrawingMood = 'waiting' | 'looking' | 'reading' | 'captured' | 'problem'

/** The state of the scan as a picture. Decoration: the sentence beside it says the same. */
export function FingerprintDrawing({ mood, secondsLeft }: { mood: DrawingMood; secondsLeft?: number }) {
  return (
    <svg className={`${styles.drawing} ${styles[mood]}`} viewBox="0 0 160 160" aria-hidden="true">
      <circle className={styles.disc} cx="80" cy="80" r="70" />
      <circle className={styles.track} cx="80" cy="80" r="74" />
      {(mood === 'looking' || mood === 'reading') && (
        <circle
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
      {marks[mood] && (
        <g className={styles.badge}>
          <circle cx="124" cy="124" r="24" />
          <path d={marks[mood]} />
        </g>
      )}
    </svg>
  )
}

/** The strokes of one whorl, from the outermost inwards. */
const ridges = [
  'M51 52a41 41 0 0 1 58 0',
  'M41 76v-3a39 39 0 0 1 78 0v12c0 6-.5 11-1.5 16',
  'M43 100c1.5-7 2-13 2-20v-7a35 35 0 0 1 4-16',
  'M52 112c3-11 4-20 4-32v-7a24 24 0 0 1 48 0v11c0 9-1 17-3.5 25',
  'M66 118c4-12 5.5-22 5.5-37v-8a8.5 8.5 0 0 1 17 0v10c0 14-2 25-5.5 35',
  'M97 117c-1 4-2 6-3 8M80 74v9c0 15-2 27-6 39',
]

const marks: Partial<Record<DrawingMood, string>> = {
  captured: 'M113 125l7.5 7.5L135 117',
  problem: 'M124 112v14m0 8v.2',
}

function shareLeft(secondsLeft = 0): number {
  return Math.max(0, (secondsLeft * 100_000) / captureTimeoutMs)
}
