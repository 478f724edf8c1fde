import type { Capture } from '../../domain/ports.ts'
import { BrokenAnswer } from './broken-answer.ts'

/** The number of fields in `info` version 04 (rd-service.md section 2.5). */
const fieldCount = 31
const notTold = new Set<string | undefined>(['', 'NA'])

/**
 * Throws BrokenAnswer unless `info` describes the PID block and device of the request. The signed txn alone would not
 * stop an attacker who presents the authority's good answer for one finger as the answer for another finger.
 * @param how 'whole' requires every field. 'as-far-as-told' skips fields without a value, because the authority may
 * refuse before it has decrypted the PID block
 */
export function requireSameCapture(
  info: string,
  request: { capture: Capture; wadh: string },
  how: 'whole' | 'as-far-as-told',
): void {
  if (info === '' && how === 'as-far-as-told') return
  const fields = fieldsOf(info)
  const { pidTimestamp, device } = request.capture
  const expected = [
    { place: 5, what: 'PID timestamp', value: pidTimestamp.replace(/\D/g, '') },
    { place: 25, what: 'rdsId', value: device.rdsId },
    { place: 27, what: 'dpId', value: device.dpId },
    { place: 28, what: 'mi', value: device.mi },
    { place: 30, what: 'wadh', value: request.wadh },
  ]
  for (const { place, what, value } of expected) {
    if (how === 'as-far-as-told' && notTold.has(fields[place])) continue
    if (fields[place] !== value) throw new BrokenAnswer(`AuthRes is about another ${what}`)
  }
}

function fieldsOf(info: string): string[] {
  const fields = /^04\{([^{}]*)\}$/.exec(info)?.[1]?.split(',')
  if (fields?.length !== fieldCount)
    throw new BrokenAnswer('AuthRes info is not of version 04 with 31 fields')
  return fields
}
