import { expect, test } from 'vitest'

import { readRequest } from './request-reader.ts'

const read = (text: string) => readRequest(Buffer.from(text))

test.each([
  ['RDSERVICE * HTTP/1.1\r\nHOST: 127.0.0.1:11100\r\nEXT: portal\r\n\r\n', 'RDSERVICE', '*'],
  ['RDSERVICE / HTTP/1.1\r\n\r\n', 'RDSERVICE', '/'],
  ['RDSERVICE http://127.0.0.1:11100 HTTP/1.1\r\n\r\n', 'RDSERVICE', '/'],
  ['DEVICEINFO http://127.0.0.1:11100/rd/info HTTP/1.1\r\n\r\n', 'DEVICEINFO', '/rd/info'],
  ['DEVICEINFO https://LOCALHOST:11100/rd/info HTTP/1.0\r\n\r\n', 'DEVICEINFO', '/rd/info'],
  ['CAPTURE /rd/capture?now=1 HTTP/1.1\r\n\r\n', 'CAPTURE', '/rd/capture'],
])('%j is read', (text, verb, path) => {
  expect(read(text)).toMatchObject({ state: 'read', request: { verb, path, body: '' } })
})

test.each([
  'RDSERVICE',
  'RDSERVICE * HTTP/2.0\r\n\r\n',
  'RDSERVICE http://192.0.2.7/ HTTP/1.1\r\n\r\n',
  'RDSERVICE * HTTP/1.1\r\nno colon\r\n\r\n',
  'CAPTURE /rd/capture HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
  'CAPTURE /rd/capture HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
  'CAPTURE /rd/capture HTTP/1.1\r\nContent-Length: 65537\r\n\r\n',
  'CAPTURE /rd/capture HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
])('%j is never read', text => {
  expect(['malformed', 'more']).toContain(read(text).state)
  // An incomplete head is recognized as malformed once it ends.
  expect(read(`${text}\r\n\r\n`).state).toBe('malformed')
})

test('a request in pieces is whole exactly when its last byte is there, and a character cut in two survives', () => {
  const bytes = Buffer.from('CAPTURE /rd/capture HTTP/1.1\r\nContent-Length: 10\r\n\r\nfinger ₹')
  for (let length = 0; length < bytes.length; length++) {
    expect(readRequest(bytes.subarray(0, length)).state, `${length} bytes`).toBe('more')
  }
  expect(readRequest(bytes)).toMatchObject({ state: 'read', request: { body: 'finger ₹' } })
})

test('a request is refused after 16 KiB without the end of its head, and a body is read up to 64 KiB', () => {
  expect(read('x'.repeat(16_385)).state).toBe('malformed')
  expect(read(`RDSERVICE * HTTP/1.1\r\nEXT: ${'x'.repeat(16_385)}\r\n\r\n`).state).toBe('malformed')
  const body = 'x'.repeat(65_536)
  expect(read(`CAPTURE / HTTP/1.1\r\nContent-Length: 65536\r\n\r\n${body}`).state).toBe('read')
})
