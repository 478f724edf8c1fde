import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { problemOf } from './walls.ts'

const root = join(import.meta.dirname, '../..')
const tree = mkdtempSync(join(tmpdir(), 'ekyc-walls-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** File, imported module, and whether the import is allowed. */
const imports: [string, string, boolean][] = [
  ['product/server/src/http/up.ts', '../domain/some.ts', true],
  ['product/server/src/domain/down.ts', '../http/some.ts', false],
  ['product/server/src/domain/to-database.ts', '../database/some.ts', false],
  ['product/server/src/database/up.ts', '../domain/some.ts', true],
  ['product/server/src/database/to-http.ts', '../http/some.ts', false],
  ['product/server/src/http/to-database.ts', '../database/some.ts', false],
  ['product/server/src/http/to-gateways.ts', '../gateways/some.ts', false],
  ['product/server/src/console/up.ts', '../acts/some.ts', true],
  ['product/server/src/acts/to-console.ts', '../console/some.ts', false],
  ['product/server/src/command-line/up.ts', '../acts/some.ts', true],
  ['product/portal/src/features/one/own.ts', './sub/some.ts', true],
  ['product/portal/src/features/one/to-other.ts', '../other/some.ts', false],
  ['product/portal/src/features/one/to-app.ts', '../../app/some.ts', false],
  ['product/portal/src/app/to-feature.ts', '../features/one/some.ts', true],
  ['product/console/src/features/one/to-other.ts', '../other/some.ts', false],
  ['product/console/src/sheet/to-parts.ts', '../parts/some.ts', false],
  ['product/contract/src/to-server.ts', '../../server/src/domain/some.ts', false],
  ['product/rd-client/src/to-contract.ts', '@ekyc/contract/limits', false],
  ['product/sandbox/src/to-simulator.ts', '@ekyc/rd-simulator', true],
  ['product/server/src/config/to-journeys.ts', '../../../../proving/journeys/some.ts', false],
  ['scripts/to-server.ts', '../product/server/src/domain/some.ts', false],
  ['product/server/src/domain/driver.ts', 'pg', false],
  ['product/server/src/domain/framework.ts', 'fastify', false],
  ['product/server/src/domain/files.ts', 'node:fs', false],
  ['product/server/src/domain/crypto.ts', 'node:crypto', true],
  ['product/server/src/domain/config-of-top.ts', '../config/read-config.ts', false],
  ['product/server/src/domain/round-about.ts', './../metrics/../metrics/metrics.ts', false],
  ['product/server/src/domain/of-contract.ts', '@ekyc/contract/limits', true],
  ['product/server/src/http/driver.ts', 'pg', false],
  ['product/server/src/database/driver.ts', 'pg', true],
  ['product/server/src/domain/some.test.ts', '../../testing/test-server.ts', true],
  ['product/server/src/domain/some-other.test.ts', '../../../portal/src/api/call.ts', false],
  ['product/sandbox/src/clock.ts', '../../portal/src/api/server-clock.ts', false],
  ['product/sandbox/src/by-name.ts', '@ekyc/contract/limits', false],
  ['product/sandbox/src/held-to-contract.test.ts', '@ekyc/contract/bank', true],
  ['proving/journeys/screens.ts', '../../product/portal/src/session/navigation.ts', false],
  ['proving/journeys/some.spec.ts', '../../product/rd-client/src/testing/device-outcomes.ts', false],
  ['proving/journeys/other.spec.ts', '@ekyc/rd-client/testing/device-outcomes', true],
  ['proving/journeys/third.spec.ts', '@ekyc/rd-client', false],
  ['product/portal/src/session/storage.ts', '../api/record.ts', false],
  ['product/portal/src/api/by-path.ts', '../../../contract/src/limits.ts', false],
  ['product/portal/src/features/kyc/shared-part.ts', '@ekyc/ui/controls/button.tsx', true],
  ['product/portal/src/features/kyc/double.ts', '@ekyc/ui/testing/load-english.ts', false],
  ['product/ui/src/part.ts', '../../portal/src/session/navigation.ts', false],
  ['product/ui/src/package.ts', 'pg', false],
  ['product/rd-client/src/package.ts', 'typebox', false],
  ['product/contract/src/package.ts', 'typebox', true],
]

/** Sources with other imports, or with paths of files: file, source, and whether the source is allowed. */
const sources: [string, string, boolean][] = [
  ['product/portal/src/features/kyc/template.ts', 'import(`../orders/export-orders.tsx`)', false],
  ['product/portal/src/features/kyc/own-template.ts', 'import(`./own.ts`)', true],
  ['product/portal/src/features/kyc/part.ts', 'import(`../orders/${name}.ts`)', false],
  ['product/sandbox/src/worker.ts', `new URL('../../server/src/domain/policy.ts', import.meta.url)`, false],
  ['product/sandbox/src/own-page.ts', `new URL('pages/control.html', import.meta.url)`, true],
  ['product/server/src/doubles.ts', `import('../testing/test-clock.ts')`, false],
  ['product/server/src/http/doubles.ts', `import('../../testing/test-clock.ts')`, false],
  ['product/server/src/http/doubles.ts', `import('../../testing/faults/world.ts')`, false],
  ['product/server/testing/other.ts', `import('./test-clock.ts')`, true],
  ['product/portal/src/session/doubles.ts', `import('../testing/english.ts')`, false],
  ['product/rd-client/src/doubles.ts', `import('./testing/device-outcomes.ts')`, false],
  ['product/server/src/database/doubles.ts', `import('@ekyc/private-postgres/testing/own-postgres')`, false],
  ['product/server/src/gateways/screen.ts', `import('react')`, false],
  ['product/server/src/gateways/socket.ts', `import('node:net')`, true],
  ['product/portal/src/ui/files.ts', `import('node:fs')`, false],
  ['product/portal/vite/files.ts', `import('node:fs')`, true],
]

/** Sources by what they use: file, source, and whether the source is allowed. */
const uses: [string, string, boolean][] = [
  ['product/server/src/domain/environment.ts', `process.env['PORT']`, false],
  ['product/server/src/http/environment.ts', `process.env.PORT`, false],
  ['product/server/src/command-line/main.ts', `process.env`, true],
  ['product/sandbox/src/main.ts', 'await serve()\nconst most = 1', false],
  ['product/server/src/main.ts', 'try {\n  await serve()\n} catch {}\nconst most = 1', false],
  ['product/server/src/console-main.ts', 'const most = await read()\nawait serve(most)', true],
  ['product/server/src/domain/now.ts', 'Date.now()', false],
  ['product/server/src/domain/new-date.ts', 'new Date()', false],
  ['product/server/src/domain/given-date.ts', 'new Date(0)', true],
  ['product/server/src/domain/now.test.ts', 'Date.now()', false],
  ['product/server/src/domain/chance.ts', 'Math.random()', false],
  ['product/server/src/domain/network.ts', `fetch('http://127.0.0.1')`, false],
  ['product/portal/src/features/kyc/kept.ts', 'let kept = 1', false],
  ['product/console/src/features/imports/exported.ts', 'export let kept = 1', false],
  ['product/portal/src/features/kyc/within.ts', '() => {\n  let count = 1\n  return count\n}', true],
  ['product/portal/src/app/today.test.ts', 'new Date()', false],
  ['product/server/testing/now.ts', 'Date.now()', false],
  ['product/server/src/http/named.test.ts', `new Date('2027-03-10T06:30:00.000Z')`, true],
  ['proving/journeys/now.spec.ts', 'Date.now()', true],
  ['product/portal/src/app/moving.test.ts', 'vi.useFakeTimers({ shouldAdvanceTime: true })', false],
  ['product/portal/src/app/still.test.ts', 'vi.useFakeTimers()', true],
  ['product/server/src/http/impatient.test.ts', 'await vi.waitFor(look)', false],
  ['product/server/src/http/patient.test.ts', 'await expect.poll(look).toBe(1)', true],
  ['proving/journeys/glance.spec.ts', 'if (await dialog.isVisible()) await dialog.click()', false],
  ['product/server/src/http/asleep.test.ts', `${sleeping('sleep(50)')}\nexpect(calls).toBe(0)`, false],
  ['product/server/src/http/late.test.ts', `${sleeping('sleep(50)')}\nanswer.end()`, true],
  ['proving/journeys/waiting.spec.ts', `await page.waitForTimeout(50)\nawait expect(page).toBe(1)`, false],
]

let refused = new Map<string, Set<string>>()
beforeAll(async () => {
  for (const [path, specifier] of imports) write(path, `export const some = import('${specifier}')\n`)
  for (const [path, source] of sources) write(path, `export const some = ${source}\n`)
  for (const [path, source] of uses) write(path, `${source}\n`)
  refused = await lint()
})

test('an import is refused where the table of arrows and packages does not allow it, and nowhere else', () => {
  expect(wrong('walls(arrows)', imports)).toEqual([])
})

test('paths of files and packages are held to the same table', () => {
  expect(wrong('walls(arrows)', sources)).toEqual([])
})

test('the domain gets its surroundings, a program has its constants first, a screen keeps nothing of a person, and a test depends on no day, speed or early look', () => {
  expect(wrong('eslint-js(no-restricted-syntax)', uses)).toEqual([])
})

test('styles take from others what a script of their folder might import', () => {
  const orders = '../orders/order-list.module.css'
  expect(problemOf('product/portal/src/features/kyc/card.module.css', orders)).toContain('may not import')
  const files = globSync('product/*/src/**/*.css', { cwd: root }).map(file => file.replaceAll('\\', '/'))
  expect(files.length).toBeGreaterThan(20)
  const problems = files.flatMap(file => {
    const takes = /(?:\bcomposes:[^;]*\bfrom|@import)\s*(?:url\()?['"]([^'"]+)['"]/g
    return [...readFileSync(join(root, file), 'utf8').matchAll(takes)].map(([, from = '']) =>
      problemOf(file, from),
    )
  })
  expect(problems.filter(problem => problem !== undefined)).toEqual([])
})

function sleeping(call: string): string {
  return `import { setTimeout as sleep } from 'node:timers/promises'\nawait ${call}`
}

/** Returns the rows about which the rule and the table disagree. */
function wrong(rule: string, rows: [path: string, text: string, passes: boolean][]): string[] {
  return rows
    .filter(([path, , passes]) => Boolean(refused.get(rule)?.has(path)) === passes)
    .map(([path, text, passes]) => `${path}: ${text} ${passes ? 'must pass' : 'must be refused'}`)
}

function write(path: string, text: string): void {
  mkdirSync(join(tree, dirname(path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

async function lint(): Promise<Map<string, Set<string>>> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const args = [oxlint, '-c', join(root, 'oxlint.config.ts'), '--format=json']
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: tree,
    maxBuffer: 2 ** 28,
  }).catch((failure: { stdout: string }) => failure)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  const found = new Map<string, Set<string>>()
  for (const { code, filename } of diagnostics)
    found.set(code, (found.get(code) ?? new Set()).add(filename.replaceAll('\\', '/')))
  return found
}
