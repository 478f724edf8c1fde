// @module-tag process
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { inRoot } from './folders.ts'

let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'ekyc-admin-'))
  for (const path of ['scripts', 'package.json', 'package-lock.json', 'product/server/package.json'])
    cpSync(inRoot(path), join(checkout, path), { recursive: true })
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(checkout, { recursive: true, force: true })
})

test('npm run admin installs nothing: where packages are missing it names the command to run', async () => {
  expect(await admin(checkout)).toEqual({
    code: 1,
    said: 'Packages are missing: run npm start once, or npm ci --ignore-scripts.\n',
  })
  expect(existsSync(join(checkout, 'node_modules'))).toBe(false)
})

test('with its packages it runs from source, and without any settings names the folder in which npm start has left none', async () => {
  vi.stubEnv('DATA_DIR', checkout)
  const { code, said } = await admin(inRoot(), 'stats')
  expect(said).toContain('AUDIT_KEY is missing\n')
  expect(said).toContain(`npm start has left no settings in ${checkout}: set its DATA_DIR`)
  expect(code).toBe(1)
})

function admin(folder: string, ...words: string[]): Promise<{ code: number | string; said: string }> {
  return new Promise(done =>
    execFile(
      process.execPath,
      [join(folder, 'scripts/admin.ts'), ...words],
      { cwd: folder },
      (error, out, err) => done({ code: error?.code ?? 0, said: out + err }),
    ),
  )
}
