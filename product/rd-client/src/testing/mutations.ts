import * as fc from 'fast-check'

import { maxAnswerBytes } from '../exchange.ts'
import { anyString } from './any-string.ts'

/** A function that changes an answer in one way. Some mutations insert tokens of another answer, the `donor`. */
type Mutation = (tokens: string[], donor: readonly string[]) => string[]

/**
 * Generates answers with one to three changes. Some of the answers reach the size limit of 1 MiB. Changed answers test
 * the parser better than random bytes, which the parser refuses at the first character.
 */
export function mutated(answers: readonly string[]): fc.Arbitrary<Uint8Array> {
  const answer = fc.constantFrom(...answers)
  return fc
    .record({ answer, donor: answer, mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }) })
    .map(({ answer: text, donor, mutations }) => {
      const spoilt = mutations.reduce((tokens, mutate) => mutate(tokens, tokensOf(donor)), tokensOf(text))
      return new TextEncoder().encode(spoilt.join('')).slice(0, maxAnswerBytes + 1)
    })
} // oxfmt-ignore

function tokensOf(xml: string): string[] {
  return xml.match(/<!--[\s\S]*?-->|<[^>]*>|[^<]+/g) ?? [xml]
}

const hostileTexts = [
  '', ' ', '\0', '\ufffd', '\u202e', ']]>', '<![CDATA[', '<!--', '--', '-->', '<?', '?>', '&', '&amp', '&#0;', '&#xD800;',
  '&#9999999;', '&x;', '"', "'", '<', '>', '/>', '</', '=', '<!DOCTYPE PidData [<!ENTITY x "y">]>', '<PidData>', '</PidData>',
  '<Resp errCode="0"/>', '<x:Resp xmlns:x="u" errCode="0"/>', '<Skey ci="20280813">AAAA</Skey>', 'xmlns="', ' errCode="0"',
  '\u0130', '\ud83d\ude00', '__proto__', 'constructor', '-1', '1e999', '0', '00', ' 0 ', '９', 'A'.repeat(400), '\n'.repeat(400),
] // oxfmt-ignore

const hostile = fc.oneof(fc.constantFrom(...hostileTexts), anyString({ maxLength: 12 }))
const place = fc.nat({ max: 10_000 })
const times = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 5 }) },
  { weight: 1, arbitrary: fc.nat({ max: 60_000 }) },
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map((at): Mutation => tokens => tokens.toSpliced(at % (tokens.length + 1), 1)),
  fc.tuple(place, hostile).map(([at, text]): Mutation => tokens =>
    tokens.toSpliced(at % (tokens.length + 1), 0, text),
  ),
  fc.tuple(place, times).map(([at, count]): Mutation => tokens => {
    const repeated = tokens[at % tokens.length] ?? ''
    const fitting = Math.min(count, Math.floor(maxAnswerBytes / (repeated.length + 1)))
    return tokens.toSpliced(at % (tokens.length + 1), 0, repeated.repeat(fitting))
  }),
  fc.tuple(place, place, place).map(([at, from, length]): Mutation => (tokens, donor) =>
    tokens.toSpliced(at % (tokens.length + 1), length % 3, ...donor.slice(from % (donor.length + 1)).slice(0, length % 7)),
  ),
  inTags(/[^\s<>/=]+(?=\s*=)/g), // changes an attribute name
  inTags(/(?<==\s*["'])[^"']*/g), // changes an attribute value
  inTags(/(?<=<\/?)[^\s<>/!?]+/g), // changes an element name
  place.map((at): Mutation => tokens => [tokens.join('').slice(0, at)]),
) // oxfmt-ignore

/** Makes a mutation that replaces one match of the pattern by a hostile text. */
function inTags(pattern: RegExp): fc.Arbitrary<Mutation> {
  return fc.tuple(place, hostile).map(([at, text]): Mutation => tokens => {
    const whole = tokens.join('')
    const found = [...whole.matchAll(pattern)]
    const part = found[at % Math.max(1, found.length)]
    if (!part) return tokens
    return tokensOf(whole.slice(0, part.index) + text + whole.slice(part.index + part[0].length))
  })
}
