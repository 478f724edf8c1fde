import { languageCodes } from '@ekyc/contract/languages'
import type { Screen } from '@ekyc/ui/vite/keep-budgets.ts'

const signedIn = ['index', 'password', 'orders']

/** The maximum size of the script inside login.html, in bytes after compression with brotli. */
export const earlyScriptBytes = 1_630
/** The size of the brand's styles, which the server puts into login.html, in bytes after compression with brotli. */
const pageStyleBytes = 85

/**
 * The maximum number of compressed bytes of each screen, so that each screen loads quickly on a slow connection. The name
 * of a build, which is in its files, changes a size by up to 100 bytes.
 */
export const budgets: readonly Screen[] = [
  // The log-in may load 70,000 bytes in all, including the script and the brand's styles inside login.html.
  { chunk: 'index', after: [], bytes: 70_000 - earlyScriptBytes - pageStyleBytes },
  ...languageCodes.map(chunk => ({ chunk, after: ['index'], bytes: 25_000 })),
  { chunk: 'language-choice', after: ['index'], bytes: 2_000 },
  { chunk: 'password', after: ['index'], bytes: 25_000 },
  { chunk: 'second-factor', after: ['index', 'password'], bytes: 1_500 },
  { chunk: 'help', after: ['index'], bytes: 25_000 },
  { chunk: 'orders', after: ['index', 'password'], bytes: 25_000 },
  { chunk: 'kyc-list', after: signedIn, bytes: 10_000 },
  { chunk: 'security', after: signedIn, bytes: 5_000 },
  { chunk: 'kyc', after: signedIn, bytes: 28_000 },
  { chunk: 'kyc-result', after: [...signedIn, 'kyc'], bytes: 25_000 },
  { chunk: 'device-check-page', after: signedIn, bytes: 25_000 },
  // These two budgets limit all files of a first visit: up to the dashboard, and up to the first scan.
  ...languageCodes.flatMap(language => [
    { chunk: [...signedIn, language], after: [], bytes: 125_500, requests: 14 },
    { chunk: [...signedIn, 'kyc', language], after: [], bytes: 153_500, requests: 19 },
  ]),
]
