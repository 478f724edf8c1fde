import { statSync } from 'node:fs'
import { join } from 'node:path'

import { languageCodes } from '@ekyc/contract/languages'
import type { Plugin, Rolldown } from 'vite'

type Screen = {
  /** The name of the screen's chunk, or those of all that a way needs; their imports and styles count too. */
  chunk: string | readonly string[]
  /** The chunks that the browser has already loaded. */
  after: readonly string[]
  /** The largest number of bytes of script and styles, compressed with brotli. */
  bytes: number
  /** The largest number of files, each of which is a request. */
  requests?: number
}

const signedIn = ['index', 'password', 'orders']

/** The largest number of bytes of the script inside login.html, compressed with brotli. */
export const earlyScriptBytes = 1_630
/** The styles in the same page, compressed as well. */
const pageStyleBytes = 85

/** The budget of each screen, for a slow connection. */
const budgets: readonly Screen[] = [
  // 70,000 in all, including the script and the styles inside the page.
  { chunk: 'index', after: [], bytes: 70_000 - earlyScriptBytes - pageStyleBytes },
  ...languageCodes.map(chunk => ({ chunk, after: ['index'], bytes: 25_000 })),
  { chunk: 'language-choice', after: ['index'], bytes: 2_000 },
  { chunk: 'password', after: ['index'], bytes: 25_000 },
  { chunk: 'help', after: ['index'], bytes: 25_000 },
  { chunk: 'orders', after: ['index', 'password'], bytes: 25_000 },
  { chunk: 'kyc-list', after: signedIn, bytes: 10_000 },
  { chunk: 'security', after: signedIn, bytes: 5_000 },
  { chunk: 'score', after: signedIn, bytes: 5_000 },
  { chunk: 'kyc', after: signedIn, bytes: 27_000 },
  { chunk: 'camera', after: [...signedIn, 'kyc'], bytes: 2_000 },
  { chunk: 'support-case', after: [...signedIn, 'kyc'], bytes: 2_000 },
  // The library that reads QR codes where the browser does not.
  { chunk: 'decode', after: [], bytes: 20_000 },
  { chunk: 'kyc-result', after: [...signedIn, 'kyc'], bytes: 25_000 },
  { chunk: 'device-check-page', after: signedIn, bytes: 25_000 },
  { chunk: 'examination', after: [...signedIn, 'device-check-page'], bytes: 12_000 },
  // From an empty cache to the dashboard with its score, and on to the first scan, in each language.
  ...languageCodes.flatMap(language => [
    { chunk: [...signedIn, 'score', language], after: [], bytes: 124_000, requests: 14 },
    { chunk: [...signedIn, 'score', 'kyc', language], after: [], bytes: 152_000, requests: 19 },
  ]),
]

/**
 * Fails the build if a screen exceeds its budget, and says by how much. It measures the files that `precompress`
 * writes.
 */
export function keepBudgets(): Plugin {
  return {
    name: 'budgets',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }, bundle) {
        const problems = overBudget(bundle, budgets, file => statSync(join(dir, `${file}.br`)).size)
        if (problems.length > 0) this.error(problems.join('\n'))
      },
    },
  }
}

/**
 * Returns a sentence for each screen over its budget, and for each chunk that no screen loads.
 * @param bytesOf returns the compressed size of a file
 */
export function overBudget(
  bundle: Rolldown.OutputBundle,
  screens: readonly Screen[],
  bytesOf: (file: string) => number,
): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap(part => (part.type === 'chunk' ? [[part.name, part]] : [])),
  )
  const filesOfAll = (names: readonly string[]) =>
    new Set(names.flatMap(name => filesOf(chunks.get(name)?.fileName, bundle)))
  const sizes = screens.map(({ chunk: names, after, bytes, requests = Infinity }) => {
    const loadedFiles = filesOfAll(after)
    const files = [...filesOfAll([names].flat())].filter(file => !loadedFiles.has(file))
    const sum = files.reduce((total, file) => total + bytesOf(file), 0)
    return { chunk: [names].flat().join(' + '), files, bytes: sum, most: bytes, requests }
  })
  const budgetedFiles = new Set(sizes.flatMap(({ files }) => files))
  return [
    ...sizes
      .filter(({ files }) => files.length === 0)
      .map(({ chunk }) => `There is no chunk ${chunk} to measure.`),
    ...sizes
      .filter(({ bytes, most }) => bytes > most)
      .map(
        ({ chunk, bytes, most, files }) =>
          `${chunk} needs ${bytes} B, its budget is ${most} B: ${files.join(', ')}`,
      ),
    ...sizes
      .filter(({ files, requests }) => files.length > requests)
      .map(
        ({ chunk, files, requests }) => `${chunk} needs ${files.length} files, its budget is ${requests}.`,
      ),
    ...[...chunks.values()]
      .filter(({ fileName }) => !budgetedFiles.has(fileName))
      .map(({ name }) => `The chunk ${name} is in no screen's budget.`),
  ]
}

/** Returns the file, its static imports and their styles. */
function filesOf(
  fileName: string | undefined,
  bundle: Rolldown.OutputBundle,
  files = new Set<string>(),
): string[] {
  const part = fileName === undefined ? undefined : bundle[fileName]
  if (!part || files.has(part.fileName)) return [...files]
  files.add(part.fileName)
  if (part.type === 'chunk') {
    for (const file of [...part.imports, ...(part.viteMetadata?.importedCss ?? [])])
      filesOf(file, bundle, files)
  }
  return [...files]
}
