import { mkdtemp, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'rolldown'

import { inRoot } from '../../scripts/folders.mjs'

/**
 * A module of the product's own source, bundled as the product is. `source` and its parts as in
 * `importSource('server', 'src', 'log.ts')`; packages are those that the part has.
 */
export async function importSource(part, ...source) {
  const folder = await mkdtemp(inRoot(part, '.bench-'))
  try {
    const file = join(folder, 'bundle.mjs')
    await build({
      input: inRoot(part, ...source),
      platform: 'node',
      external: id => /^[@\w]/.test(id) && !isAbsolute(id) && !id.startsWith('@ekyc/'),
      logLevel: 'warn',
      output: { file, format: 'esm' },
    })
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(folder, { recursive: true })
  }
}
