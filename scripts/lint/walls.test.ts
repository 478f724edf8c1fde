import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { arrows } from './arrows.ts'
import { problemOf } from './walls.ts'

const root = join(import.meta.dirname, '../..')
const tree = mkdtempSync(join(tmpdir(), 'ekyc-walls-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const parts = Object.keys(arrows).filter(place => /^(?:proving\/)?[^/]+$/.test(place))

const folders = Object.keys(arrows).flatMap(place =>
  place.includes('*') ? [place.replace('*', 'one'), place.replace('*', 'other')] : [place],
)

/** All pairs of folders whose second is not below the first. A file below the first imports a file below the second. */
const pairs = folders.flatMap(from =>
  folders.filter(to => to !== from && !isUnder(to, from)).map(to => ({ from, to })),
)

/** The imports that the pairs of folders do not cover: file, imported module, and whether the import is allowed. */
const others: [string, string, boolean][] = [
  ['product/server/src/domain/driver.ts', 'pg', false],
  ['product/server/src/domain/framework.ts', 'fastify', false],
  ['product/server/src/domain/files.ts', 'node:fs', false],
  ['product/server/src/domain/crypto.ts', 'node:crypto', true],
  ['product/server/src/domain/config-of-top.ts', '../config/config.ts', false],
  ['product/server/src/domain/round-about.ts', './../metrics/../metrics/metrics.ts', false],
  ['product/server/src/domain/of-contract.ts', '@ekyc/contract/limits', true],
  ['product/server/src/http/driver.ts', 'pg', false],
  ['product/server/src/database/driver.ts', 'pg', true],
  ['product/server/src/domain/some.test.ts', '../testing/test-server.ts', true],
  ['product/server/src/domain/some-other.test.ts', '../../../portal/src/api/call.ts', false],
  ['product/sandbox/src/clock.ts', '../../portal/src/api/server-clock.ts', false],
  ['product/sandbox/src/by-name.ts', '@ekyc/contract/limits', false],
  ['product/sandbox/src/held-to-contract.test.ts', '@ekyc/contract/bank', true],
  ['proving/journeys/screens.ts', '../../product/portal/src/session/paths.ts', false],
  ['proving/journeys/some.spec.ts', '../../product/rd-client/src/testing/device-outcomes.ts', false],
  ['proving/journeys/other.spec.ts', '@ekyc/rd-client/testing/device-outcomes', true],
  ['proving/journeys/third.spec.ts', '@ekyc/rd-client', false],
  ['product/portal/src/session/storage.ts', '../api/record.ts', false],
  ['product/portal/src/api/by-path.ts', '../../../contract/src/limits.ts', false],
  ['product/portal/src/features/kyc/shared-part.ts', '@ekyc/ui/button.tsx', true],
  ['product/portal/src/features/kyc/double.ts', '@ekyc/ui/testing/load-english.ts', false],
  ['product/ui/src/part.ts', '../../portal/src/session/paths.ts', false],
  ['product/ui/src/package.ts', 'qr', false],
  ['product/rd-client/src/package.ts', 'typebox', false],
  ['product/contract/src/package.ts', 'typebox', true],
]

/** Sources with other imports, with paths of files or with globals: file, source, and whether the source is allowed. */
const sources: [string, string, boolean][] = [
  ['product/portal/src/features/kyc/template.ts', 'import(`../orders/orders-csv.ts`)', false],
  ['product/portal/src/features/kyc/own-template.ts', 'import(`./own.ts`)', true],
  ['product/portal/src/features/kyc/part.ts', 'import(`../orders/${name}.ts`)', false],
  ['product/sandbox/src/worker.ts', `new URL('../../server/src/domain/policy.ts', import.meta.url)`, false],
  ['product/sandbox/src/own-page.ts', `new URL('pages/control.html', import.meta.url)`, true],
  ['product/server/src/doubles.ts', `import('./testing/test-clock.ts')`, false],
  ['product/server/src/http/doubles.ts', `import('../testing/test-clock.ts')`, false],
  ['product/server/src/testing/other.ts', `import('./test-clock.ts')`, true],
  ['product/portal/src/session/doubles.ts', `import('../testing/english.ts')`, false],
  ['product/rd-client/src/doubles.ts', `import('./testing/device-outcomes.ts')`, false],
  ['product/server/src/database/doubles.ts', `import('@ekyc/private-postgres/testing/own-postgres')`, false],
  ['product/server/src/domain/environment.ts', `process.env['PORT']`, false],
  ['product/server/src/http/environment.ts', `process.env.PORT`, false],
  ['product/server/src/admin/main.ts', `process.env`, true],
  ['product/server/src/domain/now.ts', 'Date.now()', false],
  ['product/server/src/domain/new-date.ts', 'new Date()', false],
  ['product/server/src/domain/given-date.ts', 'new Date(0)', true],
  ['product/server/src/domain/now.test.ts', 'Date.now()', true],
  ['product/server/src/domain/chance.ts', 'Math.random()', false],
  ['product/server/src/domain/network.ts', `fetch('http://127.0.0.1')`, false],
  ['product/server/src/gateways/screen.ts', `import('react')`, false],
  ['product/server/src/gateways/socket.ts', `import('node:net')`, true],
  ['product/portal/src/ui/files.ts', `import('node:fs')`, false],
  ['product/portal/vite/files.ts', `import('node:fs')`, true],
]

let refused = new Set<string>()
beforeAll(async () => {
  for (const { from, to } of pairs) {
    const path = fileOf(from, to)
    const specifier = relative(dirname(path), `${fromRoot(to)}/sub/some.ts`)
    write(path, `export * from '${specifier.startsWith('.') ? specifier : `./${specifier}`}'\n`)
  }
  for (const [path, specifier] of others) write(path, `export const some = import('${specifier}')\n`)
  for (const [path, source] of sources) write(path, `export const some = ${source}\n`)
  refused = await lint()
})

test.each(pairs.map(({ from, to }) => [from, isAllowed(from, to) ? 'may' : 'may not', to]))(
  '%s %s import %s',
  (from, verb, to) => expect(refused.has(fileOf(from, to))).toBe(verb === 'may not'),
)

test.each(others)('%s: import %s passes: %s', (path, _specifier, passes) => {
  expect(refused.has(path)).toBe(!passes)
})

test.each(sources)('%s: %s passes: %s', (path, _source, passes) => {
  expect(refused.has(path)).toBe(!passes)
})

test('styles take from others what a script of their folder might import', () => {
  const orders = '../orders/order-list.module.css'
  expect(problemOf('product/portal/src/features/kyc/card.module.css', orders)).toContain('may not import')
  const files = execFileSync('git', ['ls-files', '*.css'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const problems = files.flatMap(file => {
    const takes = /(?:\bcomposes:[^;]*\bfrom|@import)\s*(?:url\()?['"]([^'"]+)['"]/g
    return [...readFileSync(join(root, file), 'utf8').matchAll(takes)].map(([, from = '']) =>
      problemOf(file, from),
    )
  })
  expect(problems.filter(problem => problem !== undefined)).toEqual([])
})

test('ARCHITECTURE.md names the same arrows between parts', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  for (const part of parts) {
    const [, told = ''] =
      new RegExp(`^\\| \`${fromRoot(part)}/\` +\\|[^|]*\\| ([^|]*?) *\\|$`, 'm').exec(text) ?? []
    const named = parts.filter(other => other !== part && new RegExp(`\\b${basename(other)}\\b`).test(told))
    expect([part, ...named]).toEqual([part, ...parts.filter(other => mayImportSome(part, other))])
  }
})

function isAllowed(from: string, to: string): boolean {
  const line = arrows[from] ?? arrows[from.replace(/\/(?:one|other)$/, '/*')]
  // Parts are imported by package name.
  const isOtherPackage = [
    'contract',
    'private-postgres',
    'rd-client',
    'rd-conformance',
    'rd-simulator',
    'ui',
  ].some(part => isUnder(to, part) && !isUnder(from, part))
  return !isOtherPackage && (line ?? []).some(path => isUnder(to, path))
}

function mayImportSome(part: string, other: string): boolean {
  return other !== part && (arrows[part] ?? []).some(path => isUnder(path, other))
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function fileOf(from: string, to: string): string {
  return `${fromRoot(from)}/sub/to-${to.replaceAll('/', '-')}.ts`
}

function fromRoot(place: string): string {
  return /^(?:proving|scripts)\b/.test(place) ? place : `product/${place}`
}

function write(path: string, text: string): void {
  mkdirSync(join(tree, dirname(path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

async function lint(): Promise<Set<string>> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const args = [oxlint, '-c', join(root, 'oxlint.config.ts'), '--format=json']
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: tree,
    maxBuffer: 2 ** 28,
  }).catch((failure: { stdout: string }) => failure)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  return new Set(
    diagnostics
      .filter(({ code }) => code === 'walls(arrows)')
      .map(({ filename }) => filename.replaceAll('\\', '/')),
  )
}
