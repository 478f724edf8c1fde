import type { NameIn } from '../../texts/t.ts'

export type Finger = NameIn<'exception.finger.', ''>

/**
 * The fingers that the agent named for one customer; the last one is scanned next. Only the words on screen name the
 * finger. The capture still asks the device for any finger, because the authority compares the scan with all fingers.
 */
let named: { reference: string; fingers: readonly Finger[] } = { reference: '', fingers: [] }

export function namedFingers(reference: string): readonly Finger[] {
  return named.reference === reference ? named.fingers : []
}

export function nameFinger(reference: string, finger: Finger): void {
  const others = namedFingers(reference).filter(one => one !== finger)
  named = { reference, fingers: [...others, finger] }
  irisOf = ''
}

/** The reference whose next capture is an iris; '' if the agent has chosen an iris for no reference. */
let irisOf = ''

export function chooseIris(reference: string): void {
  irisOf = reference
}

/** The server sends irisWadh only if the bank accepts irises. */
export function isIris({
  reference,
  irisWadh,
}: {
  reference: string
  irisWadh?: string | undefined
}): boolean {
  return irisWadh !== undefined && irisOf === reference
}
