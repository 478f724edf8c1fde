import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { packRdClient } from './pack-rd-client.ts'

/** rd-client as another project gets it: packed, and installed from the tarball alone. */
const folder = mkdtempSync(join(tmpdir(), 'rd-client-packed-'))
const installed = join(folder, 'node_modules/@ekyc/rd-client')

beforeAll(async () => {
  const packed = await packRdClient(join(folder, 'dist'))
  const [{ filename }] = JSON.parse(npm(packed, 'pack', '--json', '--pack-destination', folder)) as [
    { filename: string },
  ]
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${filename}`)
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['ES modules', 'esm.mjs', "import * as client from '@ekyc/rd-client'"],
  ['CommonJS', 'cjs.cjs', "const client = require('@ekyc/rd-client')"],
])('the installed package runs in Node as %s, and finds no service on a closed port', (_kind, file, line) => {
  writeFileSync(
    join(folder, file),
    `${line}
    const ranges = [{ scheme: 'http', host: '127.0.0.1', from: 1, to: 1 }]
    client.createRdClient().discover({ ranges }).then(({ ports }) => {
      const [{ state }] = ports
      console.log(JSON.stringify({ state, names: Object.keys(client).filter(name => name !== 'module.exports').sort() }))
    })`,
  )
  expect(JSON.parse(execFileSync(process.execPath, [join(folder, file)], { encoding: 'utf8' }))).toEqual({
    state: 'closed',
    names: [
      'RdError',
      'createRdClient',
      'createRecorder',
      'defaultRanges',
      'isServiceAddress',
      'localNetworkPermission',
      'readCertificateValidity',
      'redactedWords',
      'replay',
    ],
  })
})

const compilers = {
  'TypeScript 7': 'node_modules/typescript/bin/tsc',
  'TypeScript 5': 'proving/node_modules/typescript/bin/tsc',
}

const projects: [string, 'commonjs' | 'module', object][] = [
  [
    'ES modules in Node without the DOM library',
    'module',
    { module: 'nodenext', lib: ['es2023'], types: ['node'] },
  ],
  [
    'CommonJS under node16 without the DOM library',
    'commonjs',
    { module: 'node16', lib: ['es2023'], types: ['node'] },
  ],
  ['CommonJS under nodenext', 'commonjs', { module: 'nodenext', lib: ['es2023'], types: ['node'] }],
  [
    'a bundler with the DOM library alone',
    'module',
    { module: 'preserve', lib: ['es2023', 'dom'], types: [] },
  ],
]

const cases = Object.entries(compilers).flatMap(([name, compiler]) =>
  projects.map(project => [name, ...project, compiler] as const),
)

test.each(cases)(
  '%s accepts the README’s example and all types: %s',
  (_name, _project, type, options, compiler) => {
    const project = join(folder, 'project')
    rmSync(project, { recursive: true, force: true })
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type }))
    writeFileSync(join(project, 'index.ts'), exampleOf(readFileSync(join(installed, 'README.md'), 'utf8')))
    const compilerOptions = {
      ...options,
      strict: true,
      noEmit: true,
      typeRoots: [inRoot('node_modules/@types')],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    expect(complaintsOf(inRoot(compiler), project)).toBe('')
  },
  180_000,
)

test('the tarball holds what its README names, and nothing of the workspace', () => {
  expect(readdirSync(installed).toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'cjs',
    'esm',
    'package.json',
  ])
  const readme = readFileSync(join(installed, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
  expect(links.filter(link => !existsSync(join(installed, link)))).toEqual([])
  expect(readme).not.toMatch(/npm run|`src\//)
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  expect(readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(`## ${version}\n`)
})

/** Returns the README's first TypeScript block with the functions that it leaves to its reader. */
function exampleOf(readme: string): string {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  const [imports, ...body] = example.split('\n\n')
  return `${imports}
import type { Capture, FoundService, PortResult, ServiceAddress } from '@ekyc/rd-client'
declare function explainWhatTheBrowserWillAsk(): void
declare function explain(services: readonly FoundService[], ports: readonly PortResult[]): void
declare function letThePersonChoose(services: readonly FoundService[]): Promise<FoundService>
declare function submit(capture: Capture): Promise<void>
declare function explainError(code: string, deviceCode: string | undefined, deviceText: string | undefined): void
export async function scan(addressesOfLastTime: ServiceAddress[], wadh: string, signal: AbortSignal): Promise<void> {
${body.join('\n\n')}
}
`
}

function complaintsOf(tsc: string, project: string): string {
  try {
    return execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
  } catch (failure) {
    return (failure as { stdout: string }).stdout
  }
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
}
