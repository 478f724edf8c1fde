import { Drawing } from '@ekyc/ui/drawing.tsx'
import styles from './mark-sign.module.css'

export type Sign = 'good' | 'bad' | 'unknown' | 'running' | 'waiting' | 'notReached' | 'skipped'

export function MarkSign({ sign }: { sign: Sign }) {
  return (
    <span className={`${styles.sign} ${styles[sign]}`}>
      <Drawing d={drawings[sign]} size={18} strokeWidth="2.6" />
    </span>
  )
}

const drawings: Record<Sign, string> = {
  good: 'M5 12.5l4.5 4.5L19 7',
  bad: 'M6.5 6.5l11 11m0-11-11 11',
  unknown: 'M9 9.2a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.2-1.6 2.3m0 3.3v.1',
  running: 'M12 3a9 9 0 1 1-9 9',
  waiting: 'M12 12h.01',
  notReached: 'M7 12h10',
  skipped: 'M7 12h10',
}
