import { languageCodes } from '@ekyc/contract/languages'
import { build, css, files, output, proxyTo } from '@ekyc/ui/vite/app-build.ts'
import { reactWithTexts } from '@ekyc/ui/vite/complete-texts.ts'
import { keepBudgets, type Screen } from '@ekyc/ui/vite/keep-budgets.ts'
import { precompress } from '@ekyc/ui/vite/precompress.ts'
import { defineConfig } from 'vite'

import { logInInDevelopment, prerender } from './vite/prerender.ts'
import { brandPlaceholders } from './vite/brand-placeholders.ts'

// `npm run dev` sets SERVER_ADDRESS, because the server's port may differ from 8080 (PORT).
const server = process.env['SERVER_ADDRESS'] ?? 'http://127.0.0.1:8080'

/**
 * One group a folder: each request costs a round trip. A group holds also what only its files import, so the shared
 * groups come first.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'languages', test: /contract\/src\/languages/ },
  {
    name: 'words',
    test: /contract\/src\/(texts|authority-errors)|\/ui\/src\/texts\/(texts|authority-texts)/,
  },
  {
    name: 'frame',
    test: /@tanstack|\/ui\/|src\/(session|api|app|ui)\/|features\/(agents|orders|statistics)/,
  },
  { name: 'scanner', test: /src\/scanner\/|rd-client\/src\// },
  { name: 'kyc', test: /features\/kyc\// },
  { name: 'security', test: /features\/sign-in\// },
  { name: 'help', test: /features\/help/ },
]

/** The chunks up to the dashboard and the first scan. The log-in itself has a budget of its own (prerender.ts). */
const dashboard = ['index', 'frame']
const firstScan = [...dashboard, 'kyc']

/** The most compressed bytes of a screen, for slow connections. A build's name changes a size by up to 100 bytes. */
const budgets: readonly Screen[] = [
  ...languageCodes.flatMap(language => [
    { chunk: [...dashboard, language], after: [], bytes: 125_500, requests: 8 },
    { chunk: [...firstScan, language], after: [], bytes: 153_500, requests: 12 },
  ]),
  ...['help', 'security', 'device-check-page'].map(chunk => ({ chunk, after: dashboard, bytes: 20_000 })),
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    reactWithTexts(),
    brandPlaceholders(),
    prerender(),
    logInInDevelopment(),
    precompress(),
    keepBudgets(budgets),
  ],
  css,
  define: { 'import.meta.env.PORTAL_VERSION': JSON.stringify(process.env['npm_package_version'] ?? '') },
  build: {
    ...build,
    rolldownOptions: {
      output: {
        ...output,
        chunkFileNames: `${files}/[name].js`,
        codeSplitting: { groups: chunks },
        // The build drops console calls, because the portal silences the console anyway (src/app/silence-console.ts).
        minify: { compress: { dropConsole: true }, mangle: true, codegen: true },
      },
    },
  },
  server: { proxy: proxyTo(server, '/manifest.webmanifest') },
})
