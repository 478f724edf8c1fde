import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { findPrograms } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-programs-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('an installed PostgreSQL runs where it is newer than the one from npm, if it reads the data', () => {
  const old = installed('15.1')
  const newer = installed('99.2')
  vi.stubEnv('PATH', [old, newer, process.env['PATH']].join(delimiter))
  const data = join(folder, 'data')
  expect(findPrograms(folder, undefined, data)).toEqual({ bin: newer, major: 99 })
  mkdirSync(data)
  writeFileSync(join(data, 'PG_VERSION'), '15\n')
  expect(findPrograms(folder, undefined, data).major).toBe(15)
})

/** Writes a program that only tells a version, as PostgreSQL does. */
function installed(version: string): string {
  const bin = join(folder, version)
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'postgres'), `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`, {
    mode: 0o755,
  })
  return bin
}
