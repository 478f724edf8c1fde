import type { DrawingMood } from './fingerprint-drawing.tsx'
import { nameOfDevice } from './found-device.ts'
import { QualityMeter } from './quality-meter.tsx'
import { ScanPicture } from './scan-picture.tsx'
import type { Scanner } from './scanner-state.ts'
import styles from './scanner-view.module.css'

/** A scanner as the view shows it: of a capture the view shows its quality alone. */
type Shown =
  | Exclude<Scanner, { at: 'captured' }>
  | Pick<Extract<Scanner, { at: 'captured' }>, 'at' | 'device' | 'quality'>

export function ScannerView({ scanner }: { scanner: Shown }) {
  const device = 'device' in scanner ? scanner.device : undefined
  return (
    <>
      <div className={styles.picture} data-at={scanner.at}>
        <ScanPicture mood={scanner.at === 'looking' && scanner.asks ? 'asking' : moods[scanner.at]} />
      </div>
      {device && <p className={styles.device}>{nameOfDevice(device)}</p>}
      {scanner.at === 'captured' && <QualityMeter quality={scanner.quality} />}
    </>
  )
}

const moods: Record<Scanner['at'], DrawingMood | 'asking'> = {
  idle: 'waiting',
  coach: 'asking',
  looking: 'looking',
  finishing: 'looking',
  choose: 'waiting',
  ready: 'waiting',
  capturing: 'reading',
  captured: 'captured',
  problem: 'problem',
}
