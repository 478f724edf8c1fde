import { basename } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { brandPlaces } from './vite/brand-places.ts'
import { keepBudgets } from './vite/budgets.ts'
import { precompress } from './vite/precompress.ts'
import { prerender } from './vite/prerender.ts'

const server = 'http://127.0.0.1:8080'

/**
 * Few files rather than small ones: each request costs a slow line a round trip. All that the log-in screen needs is
 * one; the other screens come each with its own, over what they share.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'password', test: /features\/sign-in|password-field|texts\/en\/password|contract\/src\/rules/ },
  { name: 'help', test: /features\/help|texts\/en\/help/ },
  {
    name: 'frame',
    test: /@tanstack|src\/ui\/|src\/session\/|src\/app\/(?!dashboard)|features\/agents|texts\/(shown-time|en\/(frame|fallback))/,
  },
  { name: 'scanner', test: /src\/scanner\/|rd-client\/|features\/kyc\/failure-advice/ },
  { name: 'kyc', test: /features\/kyc\// },
  { name: 'orders', test: /features\/(orders|statistics)\/|app\/dashboard/ },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brandPlaces(), prerender(), precompress(), keepBudgets()],
  css: {
    modules: {
      // A file's name is unique here; readable names also compress better than hashes.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Every browser of that target preloads modules itself.
    modulePreload: { polyfill: false },
    // A strict policy refuses what is inlined as data: anywhere but in images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The console is silenced at start-up anyway (src/app/silence-console.ts).
        minify: { compress: { dropConsole: true }, mangle: true, codegen: true },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/branding.json', '/brand.css', '/icon.svg', '/manifest.webmanifest'].map(path => [
        path,
        server,
      ]),
    ),
  },
})
