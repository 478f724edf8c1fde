import { expect, test } from 'vitest'

import { encryptPid } from './encrypt-pid.ts'

const ts = '2026-01-15T10:20:30'
const pid =
  '<Pid ts="2026-01-15T10:20:30" ver="2.0" wadh="E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc="><Bios dih="AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="><Bio type="FMR" posh="UNKNOWN" bs="c2ln">Rk1S</Bio></Bios></Pid>'

test('the reference vector of rd-service.md 2.4 comes out to the byte', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte))
  expect(encryptPid({ pid, ts, key })).toEqual({
    data: 'MjAyNi0wMS0xNVQxMDoyMDozMPGLRAVKO/fnkgJtwATCmPEQW3YpQ5lO9ldHTvBjNyEcknXNUOqCJ5gupFN7CdYtRhQGIFjURfBnazUIYutotMqBSFXocGTm3pfQSODQjkj3jRlUJlLCucCc4NUW5T2jUcGFWUgVx9rfhRBbZ5goFDCahsdwr7AdJVW2dMEUXOqmqL5TcWo01vlNCRf+7VoESMdkvQVVd/pWm8jCJHiNFMjrMdN/5R4IH/REeQJILUEB2EY6BQOtmq0h+kTTxTO6e8R4JoX2TR1gdoSmhMcFhuE4sO3u5OZQjR5YW0C+dudKmXtxaks=',
    hmac: 'GA5uO/L0q3r3+k4ro4Ft4do9xviyRDjxJ7wg9e4gR/nihmMEURJOsYwRpn/DuePZ',
  })
})
