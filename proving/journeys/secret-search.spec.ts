import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { findSecrets } from './secret-search.ts'

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ekyc-search-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

const capture = randomBytes(256)
const encoded = capture.toString('base64')

const spellings: [string, Buffer, string][] = [
  ['as it was sent', Buffer.from(`{"skey":"${encoded}"}`), encoded],
  ['decoded', Buffer.concat([randomBytes(99), capture, randomBytes(5)]), encoded],
  ['in hex', Buffer.from(`\\x${capture.toString('hex')}`), encoded],
  ['in capital hex', Buffer.from(capture.toString('hex').toUpperCase()), encoded],
  ['as base64url', Buffer.from(capture.toString('base64url')), encoded],
  ['in UTF-16', Buffer.from(encoded, 'utf16le'), encoded],
  ['cut to its middle', capture.subarray(60, 200), encoded],
  ['a password in a sentence', Buffer.from('login Fresh@Start2027 failed'), 'Fresh@Start2027'],
  ['a password in hex', Buffer.from(Buffer.from('Fresh@Start2027').toString('hex')), 'Fresh@Start2027'],
  ...['', '1', '12', '123'].map((before): [string, Buffer, string] => [
    `a password in the base64 of something longer, after ${before.length} bytes`,
    Buffer.from(Buffer.from(`${before}Fresh@Start2027, and more`).toString('base64')),
    'Fresh@Start2027',
  ]),
  ['a number between quotes', Buffer.from('{"otp":"480911"}'), '480911'],
]

for (const [what, bytes, value] of spellings)
  test(`the byte search finds ${what}`, async () => {
    await writeFile(join(folder, 'file'), bytes)
    const found = await findSecrets(folder, [{ name: 'planted', value }])
    expect(found.map(({ name, file }) => [name, file])).toContainEqual(['planted', 'file'])
    expect(JSON.stringify(found)).not.toContain(value)
  })

test('the byte search mistakes no time, id or other secret for the one it seeks', async () => {
  await writeFile(join(folder, 'file'), `1795232480911 a480911f ${randomBytes(300).toString('base64')}`)
  const secrets = [
    { name: 'OTP', value: '480911' },
    { name: 'Skey', value: encoded },
  ]
  expect(await findSecrets(folder, secrets)).toEqual([])
})
