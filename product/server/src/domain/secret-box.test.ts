import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { openSecretBox, sealSecretBox } from './secrets.ts'

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

test('[rule 25] a box opens under its key, whatever it holds and whichever keys are listed before', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (clear, label) => {
      expect(openSecretBox([other, key], label, sealSecretBox([key, other], label, clear))).toBe(clear)
    }),
  )
})

test('two boxes of one text differ, and none shows it', () => {
  const [one, two] = [sealSecretBox([key], 'label', 'the text'), sealSecretBox([key], 'label', 'the text')]
  expect(one.equals(two)).toBe(false)
  expect(one.includes('the text')).toBe(false)
  expect(one).toHaveLength(4 + 12 + 16 + 'the text'.length)
})

test('a box under a key that is not listed is refused', () => {
  expect(() => openSecretBox([other], 'label', sealSecretBox([key], 'label', 'text'))).toThrow('unknown key')
})

test('a box with another label, or with any byte changed or missing, does not open', () => {
  const box = sealSecretBox([key], 'label', 'text')
  expect(() => openSecretBox([key], 'other', box)).toThrow(Error)
  for (let at = 0; at < box.length; at += 1) {
    const changed = Buffer.from(box)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => openSecretBox([key], 'label', changed)).toThrow(Error)
    expect(() => openSecretBox([key], 'label', box.subarray(0, at))).toThrow(Error)
  }
})

/** Messages that wait in the outbox during an upgrade have the form of the earlier version. */
test('a box that an earlier version made opens', () => {
  const box = Buffer.from('m2N4Xq2QCRC6SuW9oxIqFcG+opiwVWdYdHij01JPOds3MVqc', 'base64')
  expect(openSecretBox([key], 'label', box)).toBe('text')
})
