import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { run, runNode } from './run.ts'

/**
 * Builds rd-client for other projects: ES modules, CommonJS and types in `product/rd-client/dist`, ready for `npm pack` or
 * `npm publish`. The workspace itself uses the sources without a build.
 */
export async function packRdClient(folder = inRoot('product/rd-client/dist')): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  await compile(join(folder, 'esm'), { module: 'esnext' })
  // CommonJS has no syntax for a type-only module.
  await compile(join(folder, 'cjs'), { module: 'commonjs', verbatimModuleSyntax: false })
  writeJson(join(folder, 'cjs/package.json'), { type: 'commonjs' })
  for (const name of ['README.md', 'CHANGELOG.md'])
    copyFileSync(inRoot(`product/rd-client/${name}`), join(folder, name))
  copyFileSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
  writeJson(join(folder, 'package.json'), await publicPackage())
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await installIfNeeded('everything', createProgress())
    .then(() => packRdClient())
    .then(folder => console.log(`${folder} is ready for npm pack.`), exitWith)

async function compile(
  folder: string,
  options: { module: string; verbatimModuleSyntax?: boolean },
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  writeJson(config, {
    extends: inRoot('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: inRoot('product/rd-client/src'),
      outDir: folder,
      // The sources use browser APIs and none of Node's, so that the same code runs in both.
      types: [],
      ...options,
    },
    files: [inRoot('product/rd-client/src/index.ts')],
    include: [],
  })
  const tsc = inRoot('node_modules/typescript/bin/tsc')
  const { code, output } = await runNode([tsc, '-p', config], { quiet: true })
  rmSync(config)
  if (code !== 0) throw new Complaint(`rd-client does not compile by itself:\n${output.trim()}`)
}

async function publicPackage(): Promise<object> {
  const {
    private: _inside,
    exports: _sources,
    ...rest
  } = JSON.parse(readFileSync(inRoot('product/rd-client/package.json'), 'utf8')) as Record<string, unknown>
  return {
    ...rest,
    ...(await addresses()),
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    exports: {
      '.': {
        import: { types: './esm/index.d.ts', default: './esm/index.js' },
        require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
      },
    },
  }
}

/** Returns the package's addresses from the git remote 'origin'; none without this remote. */
async function addresses(): Promise<object> {
  const { code, output } = await run('git', ['remote', 'get-url', 'origin'], { quiet: true })
  const [, host, path] =
    /^(?:https:\/\/|(?:ssh:\/\/)?git@)([\w.-]+)[/:](.+?)(?:\.git)?\s*$/.exec(output) ?? []
  if (code !== 0 || host === undefined) return {}
  const page = `https://${host}/${path}`
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory: 'product/rd-client' },
    homepage: `${page}/tree/main/rd-client#readme`,
    bugs: `${page}/issues`,
  }
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
