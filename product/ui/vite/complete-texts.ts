import { dirname, join } from 'node:path'

import react from '@vitejs/plugin-react'
import { runnerImport, type Plugin } from 'vite'

type Texts = Readonly<Record<string, string>>

/**
 * Returns Vite's plugin for React, and a plugin that adds the English text where a language lacks a text. The build,
 * the development server and the tests use these plugins.
 */
export function reactWithTexts() {
  return [react(), completeTexts]
}

const completeTexts: Plugin = {
  name: 'complete-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/texts\/\w\w\.json$/ },
    async handler(code, id) {
      const english = join(dirname(id), 'en.ts')
      const { module, dependencies } = await runnerImport<{ default: Texts }>(english)
      for (const file of [english, ...dependencies]) this.addWatchFile(file)
      return { code: JSON.stringify({ ...module.default, ...(JSON.parse(code) as Texts) }), map: null }
    },
  },
}
