import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { runnerImport, type Plugin } from 'vite'

import { withEnglish } from '../src/untranslated.ts'

type Texts = Readonly<Record<string, string>>

const catalogue = /\/src\/texts\/\w\w\.json$/

/**
 * Returns Vite's plugin for React, and a plugin that adds the English text where a language lacks a text. The build,
 * the development server and the tests use these plugins.
 * @param texts the folder of the app's texts
 */
export function reactWithTexts(texts: string) {
  return [react({ jsxImportSource: '@ekyc/ui' }), completeTexts(join(texts, 'en.ts'))]
}

function completeTexts(english: string): Plugin {
  // All languages of a build share one import of the English texts, because each import takes 0.2 s.
  let reading: Promise<{ module: { default: Texts } }> | undefined
  return {
    name: 'complete-texts',
    enforce: 'pre',
    transform: {
      filter: { id: catalogue },
      async handler(code) {
        reading ??= runnerImport<{ default: Texts }>(english)
        const { module } = await reading
        return { code: JSON.stringify(withEnglish(JSON.parse(code) as Texts, module.default)), map: null }
      },
    },
    watchChange: () => void (reading = undefined),
    // The development server does not know that the JSON files depend on the English texts, so this hook updates them.
    hotUpdate({ file, modules }) {
      if (!/\/texts\/(en\/)?[\w-]+\.ts$/.test(file)) return undefined
      const all = [...this.environment.moduleGraph.idToModuleMap.values()]
      return [...modules, ...all.filter(({ id }) => catalogue.test(id ?? ''))]
    },
  }
}
