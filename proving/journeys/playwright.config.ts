import { existsSync } from 'node:fs'

import { defineConfig } from '@playwright/test'

import { mostWorkers } from './scanner-ports.ts'

const isRoot = process.getuid?.() === 0

/** Debian's Chromium without windows, which needs three quarters of the full Chromium's processor time for a page. */
const shell = '/usr/bin/chromium-headless-shell'
const executablePath = existsSync(shell) ? shell : process.env['CHROMIUM_PATH']
const long = process.env['LONG'] ? [] : [/\.long\.spec\.ts/]

/**
 * Runs journeys in a real browser against the built product. `npm test` sets CHROMIUM_PATH. With LONG=1 it also runs
 * the files `*.long.spec.ts`, and every-screen and console-pages go through all languages, sizes and colour schemes.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  // Each worker has its own product and fingerprint device. Workers often wait for time limits, so two cores
  // are enough for three workers.
  workers: mostWorkers,
  forbidOnly: Boolean(process.env['CI']),
  // The walks of layouts (console-pages, every-screen, kyc-in-view) set `retries: 1` themselves. The report of a walk
  // that passes at its second try says `flaky`, and scripts/test.ts tells it. Everywhere else a failure is a fault.
  // The time limits are long, because the machine may be busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  testIgnore: long,
  use: {
    // Traces, screenshots and videos would store passwords and one-time passwords.
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      ...(executablePath && { executablePath }),
      chromiumSandbox: !isRoot, // Chromium refuses to run as root with its sandbox.
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
