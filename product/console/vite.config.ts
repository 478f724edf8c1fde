import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'

import { reactWithTexts } from '@ekyc/ui/vite/complete-texts.ts'
import { keepBudgets } from '@ekyc/ui/vite/keep-budgets.ts'
import { precompress } from '@ekyc/ui/vite/precompress.ts'
import { defineConfig, type Rolldown } from 'vite'

/** Browsers keep these files for ever, so each build has its own folder, named by a hash of its sources. */
const files = `assets/${process.env['BUILD_NAME'] ?? randomUUID()}`
// `npm run dev` sets another address.
const server = process.env['CONSOLE_ADDRESS'] ?? 'http://127.0.0.1:8070'

/** The first view holds the frame and every shared part; each page that is opened later may add this much. */
const firstViewBytes = 120_000
const laterPageBytes = 30_000
/** The worker that reads spreadsheets. */
const sheetWorkerBytes = 16_000

export default defineConfig({
  root: import.meta.dirname,
  plugins: [reactWithTexts(join(import.meta.dirname, 'src/texts')), precompress(), keepBudgets(screensOf)],
  css: {
    modules: {
      // File names are unique in the console; readable names also compress better than hashes.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: '.vite/packages.json' },
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows data: for images only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: `${files}/[name].js`,
        chunkFileNames: `${files}/[name].js`,
        assetFileNames: `${files}/[name][extname]`,
        codeSplitting: {
          groups: [
            {
              name: 'frame',
              test: /node_modules|(?:console|ui|contract)\/src\/(?!features|texts\/(?:en|hi))/,
            },
          ],
        },
      },
    },
  },
  // Its only user reads spreadsheets in the worker.
  resolve: { alias: { fflate: join(import.meta.dirname, 'src/sheet/unzip.ts') } },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: `${files}/[name].js` } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/branding.json', '/brand.css', '/font', '/logo', '/icon.svg'].map(path => [path, server]),
    ),
  },
})

/** Every page that is loaded on its own has the same budget, so that a new one needs no line here. */
function screensOf(bundle: Rolldown.OutputBundle) {
  const later = Object.values(bundle).flatMap(part =>
    part.type === 'chunk' && part.isDynamicEntry ? [part.name] : [],
  )
  return [
    { chunk: ['frame', 'en'], after: [], bytes: firstViewBytes },
    { chunk: 'worker', after: [], bytes: sheetWorkerBytes },
    ...later.map(chunk => ({ chunk, after: ['frame'], bytes: laterPageBytes })),
  ]
}
