import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readBase64 } from './base64.ts'

test('any bytes are decoded from their base64 with any white space', () => {
  const whiteSpace = fc.constantFrom('', '\n', '\r\n', ' ', '\t')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), whiteSpace, (bytes, gap) => {
      const text = Buffer.from(bytes).toString('base64')
      const broken = text.replace(/.{1,7}/g, line => line + gap)
      expect(readBase64(broken)).toEqual({ text, bytes })
    }),
  )
})

test.each(['', ' ', 'A', 'AA', 'AAA', 'AAA=A', '====', 'A===', 'AA=A', 'AAAA====', 'AAA-', 'AAA_', 'AAé=', 'AB==', 'AAB='])(
  '%j is no strict base64',
  text => {
    expect(readBase64(text)).toBeUndefined()
  },
) // oxfmt-ignore
