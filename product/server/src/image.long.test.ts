import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { layOutImage } from '../testing/lay-out-image.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../../..')
// The folder is outside the checkout, whose packages would hide those that the image lacks.
const folder = mkdtempSync(join(tmpdir(), 'ekyc-image-'))
const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
const children: ChildProcess[] = []
const installMayTakeMs = 240_000
let image: string

beforeAll(async () => {
  image = await layOutImage(checkout, folder, { built: ['build'] })
}, installMayTakeMs)

afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  // On a busy disk, the removal takes as long as the install.
  rmSync(folder, { recursive: true, force: true })
}, installMayTakeMs)

test('server and console start from only the files that the Dockerfile copies into the image, which are compiled', async () => {
  const database = await createTestDatabase()
  try {
    const sandbox = start(process.execPath, [join(checkout, 'product/sandbox/src/main.ts')], {
      DATA_DIR: folder,
      SANDBOX_PORT: '0',
      DEVICE_PORT: 'off',
    })
    await readyLineOf(sandbox)
    const settings = JSON.parse(readFileSync(join(folder, 'sandbox/server-settings.json'), 'utf8')) as Record<
      string,
      string
    >
    const compiled = join(image, 'app/compiled')
    await run('chmod', ['-R', 'u+w', compiled])
    const kept = filesIn(compiled)
    const server = start(entryPoint(), [], {
      ...settings,
      DATABASE_URL: database.url,
      PORT: '0',
      DRAIN_MS: '0',
    })
    const { address } = await readyLineOf(server)

    expect((await fetch(`${address}/health/live`)).status).toBe(200)
    expect(await (await fetch(`${address}/login`)).text()).toContain('<form')
    const health = await run(process.execPath, [join(image, 'app/deploy/healthcheck.mjs')], {
      env: { PORT: new URL(address).port },
    })
    expect(health.stderr).toBe('')

    const door = start(entryPoint(), ['console'], {
      ...settings,
      DATABASE_URL: database.url,
      CONSOLE_PORT: '0',
      DRAIN_MS: '0',
    })
    const pages = await readyLineOf(door)
    const page = await fetch(pages.address, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
    expect(await page.text()).toMatch(/<script[^>]+src="\/assets\//)
    door.kill('SIGTERM')
    await once(door, 'exit')

    // When Node ends, it writes the code that it has compiled to the folder, if the folder is writable.
    server.kill('SIGTERM')
    await once(server, 'exit')
    expect(filesIn(compiled).length - kept.length).toBeLessThan(kept.length / 10)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await database.drop()
  }
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

function start(file: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(file, args, { cwd: folder, env: { PATH: path, ...env } })
  children.push(child)
  return child
}

async function readyLineOf(child: ChildProcess): Promise<{ address: string }> {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`it ended with ${code}: ${words}`)))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', line => {
        if (line.startsWith('{"ready":')) resolve(JSON.parse(line) as { address: string })
      })
  })
}
