import { join } from 'node:path'

import { build, css, output, proxyTo } from '@ekyc/ui/vite/app-build.ts'
import { reactWithTexts } from '@ekyc/ui/vite/complete-texts.ts'
import { keepBudgets } from '@ekyc/ui/vite/keep-budgets.ts'
import { precompress } from '@ekyc/ui/vite/precompress.ts'
import { defineConfig, type Rolldown } from 'vite'

// The environment variable CONSOLE_ADDRESS may contain the address of another console server.
const server = process.env['CONSOLE_ADDRESS'] ?? 'http://127.0.0.1:8070'

/** The size limits of the build's parts, in bytes after compression. Every page needs the chunks of the first view. */
const firstViewBytes = 120_000
const laterPageBytes = 30_000
const sheetWorkerBytes = 16_000

export default defineConfig({
  root: import.meta.dirname,
  plugins: [reactWithTexts(), precompress(), keepBudgets(screensOf)],
  css,
  build: {
    ...build,
    rolldownOptions: {
      output: {
        ...output,
        codeSplitting: {
          groups: [
            {
              name: 'frame',
              test: /node_modules|(?:console|ui|contract)\/src\/(?!features|texts\/(?:en|hi|authority-texts))/,
            },
          ],
        },
      },
    },
  },
  // The worker that reads spreadsheets gets unzip.ts instead of the package `fflate`. Nothing else imports `fflate`.
  resolve: { alias: { fflate: join(import.meta.dirname, 'src/sheet/unzip.ts') } },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: output.entryFileNames } },
  },
  server: { proxy: proxyTo(server) },
})

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
