import { statSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { Plugin, Rolldown } from 'vite'

export type Screen = {
  /** The name of the screen's chunk, or the names of several screens' chunks. Their imports and styles count too. */
  chunk: string | readonly string[]
  /** The chunks that the browser has already loaded. */
  after: readonly string[]
  /** The largest number of bytes of script and styles, compressed with brotli. */
  bytes: number
  /** The largest number of files. Each file is a request. */
  requests?: number
}

/**
 * Creates a plugin that fails the build if a screen exceeds its budget. The sizes are those of the files that
 * `precompress` writes.
 * @param budgets the screens, or a function that returns them for a build
 */
export function keepBudgets(
  budgets: readonly Screen[] | ((bundle: Rolldown.OutputBundle) => readonly Screen[]),
): Plugin {
  return {
    name: 'budgets',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }, bundle) {
        const screens = typeof budgets === 'function' ? budgets(bundle) : budgets
        const problems = overBudget(bundle, screens, file => statSync(join(dir, `${file}.br`)).size)
        if (problems.length > 0) this.error(problems.join('\n'))
      },
    },
  }
}

/**
 * Returns a sentence for each screen that is over its budget or has no chunk, and for each chunk that no screen loads.
 * @param bytesOf returns the compressed size of a file
 */
function overBudget(
  bundle: Rolldown.OutputBundle,
  screens: readonly Screen[],
  bytesOf: (file: string) => number,
): string[] {
  // A worker is built separately, so it is an asset of this build instead of a chunk.
  const scripts = Object.values(bundle).filter(part => part.fileName.endsWith('.js'))
  const chunks = new Map(
    scripts.map(part => [part.type === 'chunk' ? part.name : basename(part.fileName, '.js'), part]),
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
    ...[...chunks]
      .filter(([, { fileName }]) => !budgetedFiles.has(fileName))
      .map(([name]) => `The chunk ${name} is in no screen's budget.`),
  ]
}

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
