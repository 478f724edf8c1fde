import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { runNode } from './run.ts'

/**
 * Builds rd-client for other projects: JavaScript and types in `rd-client/dist`, ready for `npm pack` or `npm publish`.
 * The workspace itself uses the sources without a build.
 */
export async function packRdClient(folder = inRoot('rd-client/dist')): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(tsconfigFor(folder)))
  const { code, output } = await runNode([inRoot('node_modules/typescript/bin/tsc'), '-p', config], {
    quiet: true,
  })
  rmSync(config)
  if (code !== 0) throw new Complaint(`rd-client does not compile by itself:\n${output.trim()}`)

  copyFileSync(inRoot('rd-client/README.md'), join(folder, 'README.md'))
  copyFileSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publicPackage(), null, 2)}\n`)
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await packRdClient().then(folder => console.log(`${folder} is ready for npm pack.`), exitWith)

function tsconfigFor(folder: string): object {
  return {
    extends: inRoot('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: inRoot('rd-client/src'),
      outDir: folder,
      // The types contain browser APIs and none of Node: the same code runs in both.
      types: [],
    },
    files: [inRoot('rd-client/src/index.ts')],
    include: [],
  }
}

function publicPackage(): object {
  const {
    private: _inside,
    exports: _sources,
    ...rest
  } = JSON.parse(readFileSync(inRoot('rd-client/package.json'), 'utf8')) as Record<string, unknown>
  return { ...rest, exports: { '.': { types: './index.d.ts', default: './index.js' } } }
}
