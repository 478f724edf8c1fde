import { expect, test } from 'vitest'
import { defaultFinger } from '@ekyc/rd-simulator/settings'

import { personById, personByReference, isVerhoeff, verhoeffDigit } from './people.ts'

const references = [1, 2, 3, 4, 5].flatMap(kind =>
  [1, 2, 42, 777, 9999].map(number => `DBS${kind}${String(number).padStart(4, '0')}`),
)

test('check digits are those of the published examples, and every wrong digit or swap is caught', () => {
  expect(verhoeffDigit('236')).toBe('3')
  expect(verhoeffDigit('12345')).toBe('1')
  const number = personByReference('DBS10001')?.idNumber ?? ''
  for (let at = 0; at < number.length; at++) {
    const wrong = number.slice(0, at) + ((Number(number[at]) + 1) % 10) + number.slice(at + 1)
    expect(isVerhoeff(wrong)).toBe(false)
  }
})

test.each(references)(
  '%s has an id number that is never issued and leads back to the same person',
  reference => {
    const person = personByReference(reference)
    expect(person?.idNumber).toMatch(/^0\d{11}$/)
    expect(isVerhoeff(person?.idNumber ?? '')).toBe(true)
    expect(personById(person?.idNumber ?? '')).toEqual(person)
  },
)

test.each(['DBS00001', '', 'ABC10001'])('nobody is known as %j', reference =>
  expect(personByReference(reference)).toBeUndefined(),
)

test('an id number with a right check digit that nobody has is nobody', () => {
  const body = '01000199999'
  expect(personById(body + verhoeffDigit(body))).toBeUndefined()
})

test('the first digit of the reference says which finger is enrolled and what the authority does', () => {
  expect(personByReference('DBS10001')).toMatchObject({
    enrolledFinger: defaultFinger,
    biometricsLocked: false,
    authorityAnswers: 'in-time',
  })
  expect(personByReference('DBS20001')?.enrolledFinger).not.toBe(defaultFinger)
  expect(personByReference('DBS20001')?.enrolledFinger).not.toBe(
    personByReference('DBS20002')?.enrolledFinger,
  )
  expect(personByReference('DBS30001')?.biometricsLocked).toBe(true)
  expect(personByReference('DBS40001')?.authorityAnswers).toBe('too-late')
  expect(personByReference('DBS50001')?.authorityAnswers).toBe('garbage')
})
