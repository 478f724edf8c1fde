import { join } from 'node:path'

import { build, css, files, output, proxyTo } from '@ekyc/ui/vite/app-build.ts'
import { reactWithTexts } from '@ekyc/ui/vite/complete-texts.ts'
import { keepBudgets } from '@ekyc/ui/vite/keep-budgets.ts'
import { precompress } from '@ekyc/ui/vite/precompress.ts'
import { defineConfig } from 'vite'

import { brandPlaceholders } from './vite/brand-placeholders.ts'
import { budgets } from './vite/budgets.ts'
import { leaveOut } from './vite/leave-out.ts'
import { prerender } from './vite/prerender.ts'

// `npm run dev` sets SERVER_ADDRESS, because the server's port may differ from 8080 (PORT).
const server = process.env['SERVER_ADDRESS'] ?? 'http://127.0.0.1:8080'

/**
 * The groups of the build's chunks. The chunks are few and large, because each request costs a round trip. The log-in
 * screen needs one chunk. The other screens also need chunks that several of them share.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'languages', test: /contract\/src\/languages/ },
  { name: 'words', test: /contract\/src\/(texts|authority-errors)/ },
  {
    name: 'password',
    test: /features\/sign-in\/(?!security|second-factor|change-password|passkeys-card|sessions-card|add-passkey|removal|use-removal|use-security)|password-field|ui\/(?:src\/)?(dialog|passkeys|more-below|use-hidden-below|use-pasted-reference|is-reference)|contract\/src\/rules/,
  },
  { name: 'help', test: /features\/help/ },
  {
    name: 'frame',
    test: /@tanstack|\/ui\/(?!(?:src\/)?(?:texts\.|authority-texts|language-choice|show-language|passkeys|dialog|more-below|use-hidden-below|use-pasted-reference|is-reference))|src\/session\/|src\/api\/|src\/app\/(?!dashboard)|features\/agents/,
  },
  { name: 'scanner', test: /src\/scanner\/|rd-client\/src\// },
  {
    name: 'kyc',
    test: /features\/kyc\/(?!kyc-|order-page|use-order|exception-|use-texts-in|send-receipt|receipt-|result-|authority-advice|copyable-list)/,
  },
  { name: 'kyc-result', test: /features\/kyc\// },
  {
    name: 'orders',
    test: /features\/(orders\/(recent-kyc|order-status|orders-region|use-orders|list-view)|statistics\/)|app\/dashboard|texts\/own-month/,
  },
  { name: 'kyc-list', test: /features\/orders\// },
  { name: 'second-factor', test: /features\/sign-in\/second-factor/ },
  { name: 'security', test: /features\/sign-in\// },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    reactWithTexts(join(import.meta.dirname, 'src/texts')),
    leaveOut(),
    brandPlaceholders(),
    prerender(),
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
