import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
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

test.skipIf(!volume)('a full disk loses lines, and the log names their number once there is space', () => {
  const path = join(volume?.folder ?? '', 'server.log')
  const log = openLogFile(path, 1_000)
  log.write('before')
  volume?.fill()
  const lines = Array.from({ length: 500 }, (_, number) => `line ${number} ${'x'.repeat(60)}`)
  for (const line of lines) log.write(line)
  volume?.makeRoom()
  log.write('after')
  log.write('the end')
  log.close()

  const kept = [`${path}.1`, path].flatMap(file =>
    existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [],
  )
  const [loss = '', ...others] = kept.filter(line => line.startsWith('{'))
  expect(others).toEqual([])
  const written = kept.filter(line => lines.includes(line))
  expect(JSON.parse(loss)).toMatchObject({ level: 40, lost: lines.length - written.length })
  expect(kept.filter(line => line !== loss && !written.includes(line))).toEqual([
    'before',
    'after',
    'the end',
  ])
})
