import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** Journeys in a real browser against the built product. `npm test` finds the browser and names it here. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  workers: 2, // each with a product and a fingerprint device of its own
  retries: 0, // a test that fails now and then is broken
  forbidOnly: Boolean(process.env['CI']),
  // Machines are noisy: what is slow is late, not wrong.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Traces, pictures and films would keep what agents type: passwords and one-time passwords.
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      chromiumSandbox: !isRoot, // Chromium refuses to be root with it
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
