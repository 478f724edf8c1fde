import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createLogDestination } from './log.ts'

const program = fileURLToPath(new URL('log.ts', import.meta.url))

describe('lines of the log', () => {
  let folder: string
  let file: string
  let fd: number
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ekyc-log-'))
    file = join(folder, 'log')
    fd = openSync(file, 'w')
  })
  afterEach(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })

  test('are all in the file once settled, in their order, also those of a running write', async () => {
    const log = createLogDestination(fd)
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}\n`)
    for (const line of lines.slice(0, 2_999)) log.write(line)
    const settled = log.settled()
    log.write(lines[2_999] ?? '')
    await settled
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  })

  test.each([
    ['an error that nothing catches', `throw new Error('crash')`, 1],
    ['process.exit', 'process.exit(3)', 3],
    ['its natural end', '', 0],
  ])('are not lost when the process ends by %s', async (_how, end, code) => {
    const text = `
      import { createLogDestination } from ${JSON.stringify(program)}
      const log = createLogDestination(1)
      for (let number = 1; number <= 5; number += 1) log.write('line ' + number + '\\n')
      ${end}`
    const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
      stdio: ['ignore', fd, 'ignore'],
    })
    expect(await once(child, 'exit')).toEqual([code, null])
    expect(readFileSync(file, 'utf8')).toBe('line 1\nline 2\nline 3\nline 4\nline 5\n')
  })
})
