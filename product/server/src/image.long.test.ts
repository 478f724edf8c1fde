import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { layOutImage } from '../testing/lay-out-image.ts'
import { createPrograms, readyLineOf } from '../testing/programs.ts'
import { databaseOfFile } from '../testing/database/test-database.ts'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../../..')
// The folder is outside the checkout, whose packages would hide those that the image lacks.
const folder = mkdtempSync(join(tmpdir(), 'ekyc-image-'))
const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
const programs = createPrograms(folder)
const databaseUrl = await databaseOfFile()
const children: ChildProcess[] = []
const installMayTakeMs = 240_000
let image: string

beforeAll(async () => {
  image = await layOutImage(checkout, folder)
}, installMayTakeMs)

afterAll(async () => {
  await programs.killAll()
  for (const child of children)
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  // On a busy disk, the removal takes as long as the install.
  rmSync(folder, { recursive: true, force: true })
}, installMayTakeMs)

test('server and console start from only the files that the Dockerfile copies into the image, which are compiled', async () => {
  const { settings } = await programs.startSandbox()
  const compiled = join(image, 'app/compiled')
  await run('chmod', ['-R', 'u+w', compiled])
  const kept = filesIn(compiled)
  const server = await start([], { ...settings, PORT: '0' })

  expect((await fetch(`${server.address}/health/live`)).status).toBe(200)
  expect(await (await fetch(`${server.address}/login`)).text()).toContain('<form')
  const health = await run(process.execPath, [join(image, 'app/deploy/healthcheck.mjs')], {
    env: { PORT: new URL(server.address).port },
  })
  expect(health.stderr).toBe('')

  const door = await start(['console'], { ...settings, CONSOLE_PORT: '0' })
  const page = await fetch(door.address, { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })
  expect(await page.text()).toMatch(/<script[^>]+src="\/assets\//)

  // When Node ends, it writes the code that it has compiled to the folder, if the folder is writable.
  for (const { child } of [door, server]) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  expect(filesIn(compiled).length - kept.length).toBeLessThan(kept.length / 10)
}, 120_000)

test('the admin command line starts from the files of the image', async () => {
  const { stdout } = await run(entryPoint(), ['admin', '--help'], { env: { PATH: path } })
  expect(stdout).toContain('agents')
})

test('an unknown command is refused with the known ones', async () => {
  await expect(run(entryPoint(), ['sever'], { env: { PATH: path } })).rejects.toMatchObject({
    code: 64,
    stderr: expect.stringContaining("There is no 'sever' in this image: server, console, or admin"),
  })
})

test('[rule 25] the bill of materials in the image lists each package that lies in it', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(image, 'app', file), 'utf8')) as unknown
  const { components } = read('sbom.cdx.json') as { components: { name: string; version: string }[] }
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const installed = readdirSync(join(image, 'app'), { recursive: true, encoding: 'utf8' })
    .filter(file => /node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
    .map(file => read(file) as { name: string; version: string })
    .filter(({ name }) => !name.startsWith('@ekyc/'))
    .map(({ name, version }) => `${name}@${version}`)
  expect(installed.length).toBeGreaterThan(50)
  expect(installed.filter(one => !listed.has(one))).toEqual([])
})

function filesIn(part: string): string[] {
  return readdirSync(part, { recursive: true, encoding: 'utf8' })
}

function entryPoint(): string {
  return join(image, 'app/deploy/entrypoint.sh')
}

async function start(
  words: string[],
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; address: string }> {
  const env = { PATH: path, DATABASE_URL: databaseUrl, DRAIN_MS: '0', ...settings }
  const child = spawn(entryPoint(), words, { cwd: folder, env })
  children.push(child)
  const { address } = await readyLineOf(child)
  return { child, address: String(address) }
}
