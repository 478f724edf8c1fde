import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readCertificateValidity } from './certificate-validity.ts'

/** A self-signed certificate, valid from 2026-01-01 to 2026-01-31: P-256, version 3. */
const certificate = `MIIBdjCCAR2gAwIBAgIBATAKBggqhkjOPQQDAjAuMRYwFAYDVQQKDA1UZXN0IHByb3ZpZGVyMRQwEgYDVQQDDAtUZXN0IGRldmljZTAeFw0yNjAxMDEwMDAwMDBaFw0yNjAxMzEwMDAwMDBaMC4xFjAUBgNVBAoMDVRlc3QgcHJvdmlkZXIxFDASBgNVBAMMC1Rlc3QgZGV2aWNlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEdqUGLIWZs0Bmf49RAmraK4X2/KF22QEZbGCc2fULtt8MRICRJSXQWIFR60aqGii8/gPK4RLBWftJY4C9o00h9qMsMCowCQYDVR0TBAIwADAdBgNVHQ4EFgQUkwxPXHbFoh/i2JFW7iyFD/nMyOcwCgYIKoZIzj0EAwIDRwAwRAIgTK8WzDAODqUuCtq6OAtE/ihEeKREJK2cTYrkTLVw+joCIGDJaSqMflYj71VHEVUXFJUQbgUb1+tHLvVlaJ0oNCBd`

/** The same certificate until 2051, whose end is a GeneralizedTime. */
const longCertificate = `MIIBejCCAR+gAwIBAgIBAjAKBggqhkjOPQQDAjAuMRYwFAYDVQQKDA1UZXN0IHByb3ZpZGVyMRQwEgYDVQQDDAtUZX
N0IGRldmljZTAgFw0yNjAxMDEwMDAwMDBaGA8yMDUxMDYzMDEyMDAwMFowLjEWMBQGA1UECgwNVGVzdCBwcm92aWRl
cjEUMBIGA1UEAwwLVGVzdCBkZXZpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR2pQYshZmzQGZ/j1ECatorhf
b8oXbZARlsYJzZ9Qu23wxEgJElJdBYgVHrRqoaKLz+A8rhEsFZ+0ljgL2jTSH2oywwKjAJBgNVHRMEAjAAMB0GA1Ud
DgQWBBSTDE9cdsWiH+LYkVbuLIUP+czI5zAKBggqhkjOPQQDAgNJADBGAiEAq2B9pbFasOQSfXgc3vCQX6fOlHTVjr
T2AP1kGcLw+KUCIQDs+YsEnR/TbZlZXGNN16we5PB7Jx15seWjmPmfBRZRww==`

test('the validity of a certificate is read', () => {
  expect(readCertificateValidity(certificate)).toEqual({
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2026-01-31T00:00:00Z'),
  })
})

test('years from 2050 on, and PEM lines, are read too', () => {
  const pem = `-----BEGIN CERTIFICATE-----\n${longCertificate}\n-----END CERTIFICATE-----\n`
  expect(readCertificateValidity(pem)?.notAfter).toEqual(new Date('2051-06-30T12:00:00Z'))
})

test.each([
  ['491231235959Z', '2049-12-31T23:59:59Z'],
  ['500101000000Z', '1950-01-01T00:00:00Z'],
  ['691231235959Z', '1969-12-31T23:59:59Z'],
])('the UTCTime %s is %s (RFC 5280)', (time, moment) => {
  const der = Buffer.from(certificate, 'base64')
  der.write(time, der.indexOf('260131000000Z'))
  expect(readCertificateValidity(der.toString('base64'))?.notAfter).toEqual(new Date(moment))
})

test('data that is no certificate has no validity', () => {
  const whole = Buffer.from(certificate, 'base64')
  for (let length = 0; length < 60; length += 1) {
    expect(readCertificateValidity(whole.subarray(0, length).toString('base64'))).toBeUndefined()
  }
  expect(readCertificateValidity('')).toBeUndefined()
  expect(readCertificateValidity('not base64')).toBeUndefined()
})

test('no input makes the reader throw', () => {
  const whole = Buffer.from(certificate, 'base64')
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.uint8Array(), (index, byte, random) => {
      const changed = Buffer.from(whole)
      changed[index] = byte
      for (const bytes of [changed, Buffer.from(random)]) {
        expect(() => readCertificateValidity(bytes.toString('base64'))).not.toThrow()
      }
    }),
  )
})
