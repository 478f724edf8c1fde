import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, test } from '@playwright/test'

import { startSandboxDevice, type SandboxDevice } from '@ekyc/rd-client/testing/sandbox-device'

import { programFile } from '../../scripts/folders.ts'
import { packKit } from '../../scripts/pack-kit.ts'

/** These tests open the page of rd-client's README as a file, in a folder with the package from its tarball. */
const folder = mkdtempSync(join(tmpdir(), 'rd-kit-page-'))
const page = pathToFileURL(join(folder, 'index.html')).href
let device: SandboxDevice

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const [client = ''] = await packKit(join(folder, 'dist'))
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', client], {
    cwd: folder,
    shell: process.platform === 'win32',
  })
  const readme = readFileSync(join(folder, 'node_modules/@ekyc/rd-client/README.md'), 'utf8')
  const [, html = ''] = /```html\n([\s\S]*?)```/.exec(readme) ?? []
  device = await startSandboxDevice(programFile('sandbox'))
  // Makes the page search the sandbox's ports only, because port 11100 may belong to a scanner or another test.
  const here = html.replace(
    'client.discover()',
    `client.discover(${JSON.stringify({ ranges: [device.range] })})`,
  )
  expect(here).not.toBe(html)
  writeFileSync(join(folder, 'index.html'), here)
})

test.afterAll(async () => {
  await device.stop()
  rmSync(folder, { recursive: true, force: true })
})

for (const [name, settings, said] of [
  ['a scan', {}, /^Captured with quality \d+\.$/],
  [
    'a failed capture',
    { scenario: 'error', errCode: '730' },
    /^The scan stopped before the fingerprint was complete\. Check the cable/,
  ],
  [
    'a scanner in use',
    { scenario: 'in-use' },
    /^The device service is running, but its scanner is not ready/,
  ],
] as const) {
  test(`the README's page, opened as a file, tells ${name} in words`, async ({ page: tab }) => {
    await device.control('DELETE')
    await device.control('PUT', { delayMs: 0, ...settings })
    await tab.goto(page)
    await tab.getByRole('button', { name: 'Scan a finger' }).click()
    await expect(tab.locator('output')).toHaveText(said, { timeout: 40_000 })
  })
}
