import { languageCodes } from '@ekyc/contract/languages'
import type { Screen } from '@ekyc/ui/vite/keep-budgets.ts'

/** The chunks up to the dashboard and the first scan. The log-in itself has a budget of its own (prerender.ts). */
const dashboard = ['index', 'frame']
const firstScan = [...dashboard, 'kyc']

/** The most compressed bytes of a screen, for slow connections. A build's name changes a size by up to 100 bytes. */
export const budgets: readonly Screen[] = [
  ...languageCodes.flatMap(language => [
    { chunk: [...dashboard, language], after: [], bytes: 125_500, requests: 8 },
    { chunk: [...firstScan, language], after: [], bytes: 153_500, requests: 12 },
  ]),
  ...['help', 'security', 'device-check-page'].map(chunk => ({ chunk, after: dashboard, bytes: 20_000 })),
]
