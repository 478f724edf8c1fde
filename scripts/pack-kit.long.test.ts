import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { packKit } from './pack-kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'rd-kit-packed-'))
const installed = join(folder, 'node_modules/@ekyc/rd-client')
let tarballs: string[]

beforeAll(async () => {
  tarballs = await packKit(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const [client = '', conformance = '', simulator = ''] = tarballs
  npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', client, conformance)
  // Unpacks the simulator and links its packages from this checkout, because npm would fetch them from the registry.
  mkdirSync(join(folder, 'node_modules/@ekyc/rd-simulator'))
  const into = join(folder, 'node_modules/@ekyc/rd-simulator')
  execFileSync('tar', ['-xzf', simulator, '-C', into, '--strip-components=1'])
  mkdirSync(join(folder, 'node_modules/@peculiar'))
  for (const name of ['@peculiar/x509', '@xmldom', 'reflect-metadata'])
    symlinkSync(inRoot('node_modules', name), join(folder, 'node_modules', name), 'junction')
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('publint and attw find no fault in the tarballs', () => {
  for (const tarball of tarballs) {
    const run = (tool: string, ...options: string[]) =>
      spawnSync(process.execPath, [inRoot('proving/node_modules', tool), tarball, ...options], {
        encoding: 'utf8',
      })
    expect(run('publint/src/cli.js', '--strict').stdout).toContain('All good!')
    // The packages of the two commands contain only ES modules.
    const profile = tarball.includes('rd-client') ? [] : ['--profile', 'esm-only']
    const attw = run('@arethetypeswrong/cli/dist/index.js', ...profile)
    expect([attw.stdout, attw.status]).toEqual([expect.stringContaining('@ekyc/rd-'), 0])
  }
}, 180_000)

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
      'advice',
      'adviceOn',
      'createRdClient',
      'createRecorder',
      'defaultRanges',
      'deviceCodes',
      'intentActions',
      'isServiceAddress',
      'localNetworkPermission',
      'readCertificateValidity',
      'readDeviceInfo',
      'readIntentAnswer',
      'readPidData',
      'readRdService',
      'redactedWords',
      'replay',
      'situationByText',
      'situationOf',
      'writePidOptions',
    ],
  })
})

test('the installed simulator is examined by the installed conformance command, which signs its report', async () => {
  const simulator = spawn(process.execPath, [
    join(folder, 'node_modules/@ekyc/rd-simulator/esm/main.js'),
    '--port=0',
    '--control=0',
    '--vendor=startek',
    '--delayMs=0',
  ])
  try {
    let said = ''
    simulator.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => said).toMatch(/port (\d+)[\s\S]*(http:\S+)/)
    const [, port = '', control = ''] = /port (\d+)[\s\S]*(http:\S+)/.exec(said) ?? []
    const examine = (...args: string[]) => {
      const program = join(folder, 'node_modules/@ekyc/rd-conformance/esm/main.js')
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        encoding: 'utf8',
      })
      return { status, said: stdout + stderr }
    }
    expect(examine('--port', port)).toMatchObject({ status: 0, said: expect.stringMatching(/ 0 missed, /) })
    expect(examine('verify', 'report.json')).toMatchObject({
      status: 0,
      said: expect.stringContaining('as it was signed'),
    })
    const { mode } = statSync(join(folder, 'rd-conformance.key.pem'))
    expect(process.platform === 'win32' || (mode & 0o077) === 0).toBe(true)

    await fetch(control, { method: 'PUT', body: '{"scenario":"lower-case-methods"}' })
    const missed = examine('--port', port, '--captures', '0', '--report', 'other.json')
    expect(missed).toMatchObject({ status: 1, said: expect.stringContaining('MISS preflight-methods') })
    expect(missed.said).toContain('→ Send Access-Control-Allow-Methods: RDSERVICE, DEVICEINFO, CAPTURE.')
    const file = join(folder, 'other.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"missed": 1', '"missed": 0'))
    expect(examine('verify', 'other.json')).toMatchObject({
      status: 1,
      said: expect.stringContaining('was changed'),
    })
    expect(examine('--url', 'http://192.0.2.7:11100')).toMatchObject({ status: 2 })
  } finally {
    simulator.kill()
  }
}, 60_000)

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

test('TypeScript accepts the examples of the two commands’ READMEs', () => {
  const project = join(folder, 'commands')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  for (const name of ['rd-conformance', 'rd-simulator']) {
    const readme = readFileSync(join(folder, 'node_modules/@ekyc', name, 'README.md'), 'utf8')
    writeFileSync(join(project, `${name}.ts`), /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? 'No example')
  }
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    strict: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [inRoot('node_modules/@types')],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  expect(complaintsOf(inRoot(compilers['TypeScript 7']), project)).toBe('')
}, 180_000)

test('the tarball of rd-client holds what its README names, and nothing of the workspace', () => {
  expect(readdirSync(installed).toSorted()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'cjs',
    'esm',
    'package.json',
    'rd-client.global.js',
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
import type { Advice, PidData, PortResult, RdService, ServiceAddress } from '@ekyc/rd-client'
declare function explainWhatTheBrowserWillAsk(): void
declare function explain(services: readonly RdService[], ports: readonly PortResult[]): void
declare function letThePersonChoose(services: readonly RdService[]): Promise<RdService>
declare function submit(pidData: PidData): Promise<void>
declare function show(advice: Advice, deviceText: string | undefined): void
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
