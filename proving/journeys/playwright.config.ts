import { existsSync } from 'node:fs'

import { defineConfig } from '@playwright/test'

import { mostWorkers } from './scanner-ports.ts'

const isRoot = process.getuid?.() === 0

/** Debian's Chromium without its own windows: it shows a page with two thirds of the work. */
const shell = '/usr/bin/chromium-headless-shell'
/**
 * These files, and tests with this tag in their title, use parts of Chromium that the headless shell lacks: the warning
 * of a certificate, the clipboard, the prompt of a permission, a person's profile.
 */
const ofWholeBrowser = /(camera|permission|secrets|whole-session)\.spec\.ts|@whole-browser/

const launchOptions = {
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  chromiumSandbox: !isRoot, // Chromium refuses to run as root with its sandbox
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

const inShell = existsSync(shell) ? { launchOptions: { ...launchOptions, executablePath: shell } } : {}

/** Runs journeys in a real browser against the built product. `npm test` sets CHROMIUM_PATH. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  // Each worker has its own product and fingerprint device. They wait for limits of time, so two cores keep three busy.
  workers: mostWorkers,
  retries: 0, // a flaky test counts as broken
  forbidOnly: Boolean(process.env['CI']),
  // Long limits for busy machines.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'journeys', grepInvert: ofWholeBrowser, use: inShell },
    { name: 'whole browser', grep: ofWholeBrowser },
  ],
  use: {
    // Traces, screenshots and videos would store passwords and one-time passwords.
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    // Playwright routes no request of a page that a worker controls. offline.spec.ts has the worker.
    serviceWorkers: 'block',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions,
  },
})
