import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openLogFile } from './log-file.mjs'

test('a log that is full makes room and keeps the one before; others may not read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'logs', 'server.log')

  const log = openLogFile(path, 10)
  for (const line of ['first line', 'second', 'third']) log.write(line)
  log.close()
  log.write('after the end')

  expect(readFileSync(`${path}.1`, 'utf8')).toBe('first line\n')
  expect(readFileSync(path, 'utf8')).toBe('second\nthird\n')
  expect(statSync(path).mode & 0o077).toBe(0)
})
