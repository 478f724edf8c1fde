import type { NameIn } from '../../texts/t.ts'

export type Finger = NameIn<'exception.finger.', ''>

/**
 * The fingers that the agent named for one customer, the last one next. Only words tell it: the capture still asks the
 * device for any finger, because the authority compares with all of them.
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

/** The reference whose next capture is an iris. */
let irisOf = ''

export function chooseIris(reference: string): void {
  irisOf = reference
}

/** Tells whether the order's next capture is an iris, which only a bank takes whose server names a wadh for it. */
export function isIris({
  reference,
  irisWadh,
}: {
  reference: string
  irisWadh?: string | undefined
}): boolean {
  return irisWadh !== undefined && irisOf === reference
}
