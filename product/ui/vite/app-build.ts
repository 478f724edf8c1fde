import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'

import type { BuildEnvironmentOptions, CSSOptions } from 'vite'

/**
 * The folder of an app's files, which browsers cache forever. Each build has its own folder, named after a hash of its
 * sources (scripts/build.ts). A hash in each file name would make each log-in 270 bytes larger. The disadvantage of one
 * folder is that after an upgrade browsers load unchanged texts and styles (30 KB) again, once the log-in screen is
 * shown.
 */
export const files = `assets/${process.env['BUILD_NAME'] ?? randomUUID()}`

const fileOf = new Map<string, string>()

export const css: CSSOptions = {
  modules: {
    // Readable names compress better than hashes.
    generateScopedName(name, file) {
      const stem = basename(file, '.module.css')
      const other = fileOf.get(stem) ?? file
      if (other !== file) throw new Error(`Two files give their classes the same names: ${other} and ${file}`)
      fileOf.set(stem, file)
      return `${stem}_${name}`
    },
  },
}

export const build: BuildEnvironmentOptions = {
  outDir: 'dist',
  emptyOutDir: true,
  target: 'baseline-widely-available',
  // All browsers of this target preload modules natively.
  modulePreload: { polyfill: false },
  // No file is inlined, because the content security policy allows data: URLs only for images.
  assetsInlineLimit: 0,
}

export const output = {
  entryFileNames: `${files}/[name].js`,
  chunkFileNames: `${files}/[name].js`,
  assetFileNames: `${files}/[name][extname]`,
}

/** Returns settings with which the development server asks a running server for everything that Vite does not build. */
export function proxyTo(server: string, ...more: string[]): Record<string, string> {
  const paths = ['/api', '/branding.json', '/brand.css', '/font', '/logo', '/icon.svg', ...more]
  return Object.fromEntries(paths.map(path => [path, server]))
}
