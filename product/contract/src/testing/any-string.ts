import * as fc from 'fast-check'

/** Generates texts of any characters. fast-check's own take seconds to prepare, because they list all of Unicode. */
export function anyString({ maxLength }: { maxLength: number }): fc.Arbitrary<string> {
  return fc.array(character, { maxLength }).map(characters => characters.join(''))
}

/** Any character but a lone surrogate. */
const character = fc
  .nat(0x10ffff - 0x800)
  .map(code => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))
