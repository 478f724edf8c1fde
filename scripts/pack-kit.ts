import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { run, runNode, runNpm } from './run.ts'

/** The packages for other projects, each after those that it imports. A package for browsers uses nothing from Node. */
const kit = {
  'rd-client': { inBrowser: true, files: ['index.ts'] },
  'rd-conformance': { inBrowser: false, files: ['index.ts', 'main.ts'] },
  'rd-simulator': { inBrowser: false, files: ['index.ts', 'main.ts'] },
} as const

type Name = keyof typeof kit

const scriptFile = 'rd-client.global.js'

/**
 * Builds the RD kit for other projects. Each package gets a folder of its name and a tarball beside it, ready for `npm
 * publish`. The workspace itself uses the sources without a build.
 * @returns the paths of the tarballs
 */
export async function packKit(folder = inRoot('dist')): Promise<string[]> {
  const tarballs: string[] = []
  for (const name of Object.keys(kit) as Name[]) {
    const built = join(folder, name)
    rmSync(built, { recursive: true, force: true })
    await build(name, built, folder)
    for (const file of ['README.md', 'CHANGELOG.md'])
      copyFileSync(inRoot('product', name, file), join(built, file))
    copyFileSync(inRoot('LICENSE'), join(built, 'LICENSE'))
    writeJson(join(built, 'package.json'), await publicPackage(name))
    tarballs.push(join(folder, await tarballOf(built, folder)))
  }
  return tarballs
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await installIfNeeded('everything', createProgress())
    .then(() => packKit())
    .then(tarballs => console.log(tarballs.join('\n')), exitWith)

async function build(name: Name, folder: string, around: string): Promise<void> {
  await compile(name, join(folder, 'esm'), around, { module: 'esnext' })
  if (!kit[name].inBrowser) return
  // verbatimModuleSyntax forbids import and export statements in a CommonJS module.
  await compile(name, join(folder, 'cjs'), around, { module: 'commonjs', verbatimModuleSyntax: false })
  writeJson(join(folder, 'cjs/package.json'), { type: 'commonjs' })
  // A page that is opened as a file can load a plain script, but cannot load a module.
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: inRoot('product', name, 'src/index.ts'), platform: 'browser' })
  await bundle.write({ file: join(folder, scriptFile), format: 'iife', name: 'RdClient', minify: true })
}

async function compile(
  name: Name,
  folder: string,
  around: string,
  options: { module: string; verbatimModuleSyntax?: boolean },
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'tsconfig.json')
  const source = (file: string) => inRoot('product', name, 'src', file)
  writeJson(config, {
    extends: inRoot('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: source(''),
      outDir: folder,
      typeRoots: [inRoot('node_modules/@types')],
      types: kit[name].inBrowser ? [] : ['node'],
      // The types of the packages that were packed before this one.
      paths: { '@ekyc/*': [join(around, '*/esm/index.d.ts')] },
      ...options,
    },
    files: kit[name].files.map(source),
    include: [],
  })
  const tsc = inRoot('node_modules/typescript/bin/tsc')
  const { code, output } = await runNode([tsc, '-p', config], { quiet: true })
  rmSync(config)
  if (code !== 0) throw new Complaint(`${name} does not compile by itself:\n${output.trim()}`)
}

async function publicPackage(name: Name): Promise<object> {
  const {
    private: _inside,
    exports: _sources,
    bin,
    ...rest
  } = JSON.parse(readFileSync(inRoot('product', name, 'package.json'), 'utf8')) as Record<string, unknown>
  const esm = { types: './esm/index.d.ts', default: './esm/index.js' }
  const common = { ...rest, ...(await addresses(name)) }
  if (!kit[name].inBrowser)
    return { ...common, ...(bin !== undefined && { bin: { [name]: 'esm/main.js' } }), exports: { '.': esm } }
  return {
    ...common,
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    unpkg: `./${scriptFile}`,
    jsdelivr: `./${scriptFile}`,
    exports: {
      '.': { import: esm, require: { types: './cjs/index.d.ts', default: './cjs/index.js' } },
    },
  }
}

async function addresses(name: Name): Promise<object> {
  const { code, stdout } = await run('git', ['remote', 'get-url', 'origin'], { quiet: true })
  const [, host, path] =
    /^(?:https:\/\/|(?:ssh:\/\/)?git@)([\w.-]+)[/:](.+?)(?:\.git)?\s*$/.exec(stdout) ?? []
  if (code !== 0 || host === undefined) return {}
  const page = `https://${host}/${path}`
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory: `product/${name}` },
    homepage: `${page}/tree/main/product/${name}#readme`,
    bugs: `${page}/issues`,
  }
}

async function tarballOf(built: string, folder: string): Promise<string> {
  const { code, output, stdout } = await runNpm(['pack', built, '--json', '--pack-destination', folder], {
    quiet: true,
  })
  if (code !== 0) throw new Complaint(`npm pack failed:\n${output.trim()}`)
  return (JSON.parse(stdout) as [{ filename: string }])[0].filename
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
