import type { Capture } from '../../domain/ports.ts'
import { BrokenAnswer } from './broken-answer.ts'

/** `info` version 04 (rd-service.md section 2.5). */
const fieldCount = 31
const notTold = new Set<string | undefined>(['', 'NA'])

/**
 * Throws BrokenAnswer unless the authentication was about this capture: with a signed txn alone, the authority's
 * good answer for one finger could be ours for another only if it named the same PID block and device.
 * @param how 'whole': every field must be there. 'as-far-as-told': a refusal may come before the PID block was
 * opened, so a field without a value says nothing
 */
export function requireSameCapture(
  info: string,
  asked: { capture: Capture; wadh: string },
  how: 'whole' | 'as-far-as-told',
): void {
  if (info === '' && how === 'as-far-as-told') return
  const told = fieldsOf(info)
  const { pidTimestamp, device } = asked.capture
  const expected = [
    { place: 5, what: 'PID timestamp', value: pidTimestamp.replace(/\D/g, '') },
    { place: 25, what: 'rdsId', value: device.rdsId },
    { place: 27, what: 'dpId', value: device.dpId },
    { place: 28, what: 'mi', value: device.mi },
    { place: 30, what: 'wadh', value: asked.wadh },
  ]
  for (const { place, what, value } of expected) {
    if (how === 'as-far-as-told' && notTold.has(told[place])) continue
    if (told[place] !== value) throw new BrokenAnswer(`AuthRes is about another ${what}`)
  }
}

function fieldsOf(info: string): string[] {
  const fields = /^04\{([^{}]*)\}$/.exec(info)?.[1]?.split(',')
  if (fields?.length !== fieldCount)
    throw new BrokenAnswer('AuthRes info is not of version 04 with 31 fields')
  return fields
}
