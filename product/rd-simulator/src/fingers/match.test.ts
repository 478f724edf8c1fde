import { expect, test } from 'vitest'

import { fingerImage } from './image.ts'
import { matchScore, matchThreshold } from './match.ts'
import { fingerTemplate, readTemplate } from './template.ts'

const fingers = Array.from({ length: 40 }, (_, index) => `finger ${index}`)
const enrolled = fingers.map(finger => readTemplate(fingerTemplate(finger)))

test('every capture of a finger matches its enrolment, and clearly so', () => {
  const scores = fingers.flatMap((finger, index) =>
    Array.from({ length: 10 }, (_, impression) =>
      matchScore(readTemplate(fingerTemplate(finger, impression)), enrolled[index] ?? []),
    ),
  )
  expect(scores).toHaveLength(400)
  expect(Math.min(...scores)).toBeGreaterThan(matchThreshold * 1.5)
})

test('no finger matches another, and clearly so', () => {
  const scores = fingers.flatMap((finger, index) => {
    const captured = readTemplate(fingerTemplate(finger, index))
    const others = Array.from(
      { length: 4 },
      (_, step) => enrolled[(index + step + 1) % enrolled.length] ?? [],
    )
    return others.map(template => matchScore(captured, template))
  })
  expect(scores).toHaveLength(160)
  expect(Math.max(...scores)).toBeLessThan(matchThreshold / 1.5)
})

test('a record that is cut, lengthened or of another kind is refused', () => {
  const record = fingerTemplate('a finger')
  expect(record.toString('latin1', 0, 8)).toBe('FMR\0 20\0')
  expect(() => readTemplate(record.subarray(0, -1))).toThrow('wrong length')
  expect(() => readTemplate(Buffer.concat([record, Buffer.alloc(1)]))).toThrow('wrong length')
  expect(() => readTemplate(fingerImage('a finger', 3))).toThrow('not FMR')
  expect(() => readTemplate(Buffer.alloc(3))).toThrow('too short')
})

test('a record that claims more minutiae than it holds is refused', () => {
  const record = Buffer.from(fingerTemplate('a finger'))
  record.writeUInt8(record.readUInt8(27) + 1, 27)
  expect(() => readTemplate(record)).toThrow('wrong count')
})

test('an image is an uncompressed finger image record of about 8 KB', () => {
  const image = fingerImage('a finger', 3)
  expect(image.toString('latin1', 0, 8)).toBe('FIR\x00010\0')
  expect(image.readUIntBE(8, 6)).toBe(image.length)
  expect(image.length).toBe(32 + 14 + 88 * 88)
  expect(image.equals(fingerImage('another finger', 3))).toBe(false)
})
