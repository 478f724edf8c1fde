import { expect, test } from 'vitest'

import { readPkcs11Uri } from './pkcs11-uri.ts'

test('token, key and id are read, with percent escapes as bytes', () => {
  expect(readPkcs11Uri('pkcs11:token=My%20bank;object=signing;id=%01%ff;type=private')).toEqual({
    token: 'My bank',
    serial: undefined,
    object: 'signing',
    id: Buffer.from([1, 255]),
  })
  expect(readPkcs11Uri('PKCS11:serial=4b50;id=%0a')).toMatchObject({ serial: '4b50', object: undefined })
})

test.each([
  'pkcs11:',
  'pkcs11:token=a',
  'pkcs11:object=a',
  'pkcs11:token=a;object=b;type=public',
  'pkcs11:token=a;object=b;slot-id=1',
  'pkcs11:token=a;object',
  'pkcs11:token=a;object=b?pin-value=1234',
])('%s is refused: an address must name a token and a private key, by known attributes only', text => {
  expect(readPkcs11Uri(text)).toBeUndefined()
})
