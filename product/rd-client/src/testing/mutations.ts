import * as fc from 'fast-check'

import { maxAnswerBytes } from '../exchange.ts'
import { anyString } from './any-string.ts'

/**
 * Generates answers in which up to three places have hostile texts or tokens of another answer instead of their own
 * tokens. Changed answers test the parser better than random bytes, which the parser refuses at the first character.
 */
export function mutated(answers: readonly string[]): fc.Arbitrary<Uint8Array> {
  const answer = fc.constantFrom(...answers)
  return fc
    .record({ answer, donor: answer, changes: fc.array(change, { minLength: 1, maxLength: 3 }) })
    .map(({ answer: text, donor, changes }) => {
      const spoilt = changes.reduce((tokens, { at, own, hostile, from, taken }) => {
        const others = tokensOf(donor)
        const given = hostile ?? others.slice(from % others.length, (from % others.length) + taken)
        return tokens.toSpliced(at % (tokens.length + 1), own, ...given)
      }, tokensOf(text))
      return new TextEncoder().encode(spoilt.join('')).slice(0, maxAnswerBytes + 1)
    })
}

/** Splits an answer into its marks, names, values and texts. */
function tokensOf(xml: string): string[] {
  return xml.match(/[<>="'/\s]|[^<>="'/\s]+/g) ?? []
}

const hostileTexts = [
  '', ' ', '\0', '\ufffd', '\u202e', ']]>', '<![CDATA[', '<!--', '--', '-->', '<?', '?>', '&', '&amp', '&#0;', '&#xD800;',
  '&#9999999;', '&x;', '"', "'", '<', '>', '/>', '</', '=', '<!DOCTYPE PidData [<!ENTITY x "y">]>', '<PidData>', '</PidData>',
  '<Resp errCode="0"/>', '<x:Resp xmlns:x="u" errCode="0"/>', '<Skey ci="20280813">AAAA</Skey>', 'xmlns="', ' errCode="0"',
  '\u0130', '\ud83d\ude00', '__proto__', 'constructor', '-1', '1e999', '0', '00', ' 0 ', '９', 'A'.repeat(400), '\n'.repeat(400),
] // oxfmt-ignore

const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), anyString({ maxLength: 12 }))
const place = fc.nat({ max: 10_000 })
const change = fc.record({
  at: place,
  own: fc.nat({ max: 8 }),
  hostile: fc.option(fc.array(hostileText, { maxLength: 2 }), { nil: undefined, freq: 2 }),
  from: place,
  taken: fc.nat({ max: 60 }),
})
