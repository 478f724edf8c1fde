import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { runnerImport, type Plugin } from 'vite'

import { withEnglish } from '../src/untranslated.ts'

type Texts = Readonly<Record<string, string>>

const catalogue = /\/src\/texts\/\w\w\.json$/

/**
 * React, and what shows English where a language lacks a text: for the build, the dev server and the tests.
 * @param texts the app's folder of catalogues
 */
export function reactWithTexts(texts: string) {
  return [react({ jsxImportSource: '@ekyc/ui' }), completeTexts(join(texts, 'en.ts'))]
}

/** Completes each language's catalogue by the English texts that it lacks. */
function completeTexts(english: string): Plugin {
  // The catalogues of a build share one reading, of which each costs 0.2 s.
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
    // The dev server ignores what a JSON module depends on.
    hotUpdate({ file, modules }) {
      if (!/\/texts\/(en\/)?[\w-]+\.ts$/.test(file)) return undefined
      const all = [...this.environment.moduleGraph.idToModuleMap.values()]
      return [...modules, ...all.filter(({ id }) => catalogue.test(id ?? ''))]
    },
  }
}
