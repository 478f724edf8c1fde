import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { mountSmallVolume } from '../product/server/testing/database/small-volume.ts'
import { openLogFile } from './log-file.ts'

test('a full log file is rotated and its predecessor kept; other accounts may not read them', () => {
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

const volume = mountSmallVolume(1)
afterAll(() => volume?.remove())

test.skipIf(!volume)('a full disk loses lines, and the log goes on once there is space', () => {
  const path = join(volume?.folder ?? '', 'server.log')
  const log = openLogFile(path)
  log.write('before')
  volume?.fill()
  for (let number = 0; number < 500; number += 1) log.write(`line ${number} ${'x'.repeat(60)}`)
  volume?.makeRoom()
  log.write('after')
  log.close()
  const lines = readFileSync(path, 'utf8').split('\n')
  expect(lines).toContain('before')
  expect(lines.length).toBeLessThan(500)
  expect(lines.at(-2)).toMatch(/after$/)
})
