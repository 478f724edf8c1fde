import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { inRoot } from './folders.ts'

const READY_WITHIN_MS = 170_000 // The first run may have to build.
const EMPTY_WITHIN_MS = 30_000

type Started = { child: ChildProcess; said: () => string }

let folder: string
let started: Started[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ekyc-start-'))
  started = []
})

afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await nothingIsLeftOf(folder)
  rmSync(folder, { recursive: true, force: true })
})

describe('npm start refuses in one sentence, with exit code 1, and leaves nothing running', () => {
  test('when the port of the portal is taken', async () => {
    const { other, port } = await listenSomewhere()
    const { child, said } = await start({ PORT: String(port) })
    expect(await endOf(child)).toBe(1)
    expect(said()).toBe(
      `Port ${port} on 127.0.0.1 is taken: stop the program that uses it, or choose another with PORT=${port + 1}.\n`,
    )
    other.close()
  })

  test('when the port of the sandbox is taken', async () => {
    const { other, port } = await listenSomewhere()
    const { child, said } = await start({ SANDBOX_PORT: String(port) })
    expect(await endOf(child)).toBe(1)
    expect(said()).toMatch(/^Port \d+ on 127\.0\.0\.1 is taken: .* SANDBOX_PORT=\d+\.\n$/)
    other.close()
  })

  test('when both ports are taken, naming both', async () => {
    const others = [await listenSomewhere(), await listenSomewhere()]
    const [PORT, SANDBOX_PORT] = others.map(({ port }) => String(port))
    const { child, said } = await start({ PORT, SANDBOX_PORT })
    expect(await endOf(child)).toBe(1)
    expect(said()).toMatch(
      new RegExp(`^Port ${PORT} .* PORT=.*\\nPort ${SANDBOX_PORT} .* SANDBOX_PORT=.*\\n$`),
    )
    for (const { other } of others) other.close()
  })

  test('when the data folder cannot be written', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const dataDir = join(folder, 'a-file', 'data')
    const { child, said } = await start({ DATA_DIR: dataDir })
    expect(await endOf(child)).toBe(1)
    expect(said()).toBe(
      `The data folder ${dataDir} cannot be written (ENOTDIR): set DATA_DIR to a folder of your own.\n`,
    )
  })

  const invalid: [string, NodeJS.ProcessEnv, string][] = [
    ['PORT', { PORT: 'eighty' }, 'PORT must be a port number from 0 to 65535.\n'],
    ['SANDBOX_PORT', { SANDBOX_PORT: '99999' }, 'SANDBOX_PORT must be a port number from 0 to 65535.\n'],
    ['DEVICE_PORT', { DEVICE_PORT: 'usb' }, 'DEVICE_PORT must be a port number from 0 to 65535, or off.\n'],
    [
      'HOST',
      { HOST: 'nowhere.invalid', PORT: '45678' },
      'HOST must be an IP address of this computer, or 0.0.0.0 for all of them.\n',
    ],
    [
      'both ports',
      { PORT: '45678', SANDBOX_PORT: '45678' },
      'PORT and SANDBOX_PORT are both 45678: they must differ.\n',
    ],
  ]

  test.each(invalid)('when %s is invalid', async (_, env, sentence) => {
    const { child, said } = await start(env)
    expect(await endOf(child)).toBe(1)
    expect(said()).toBe(sentence)
  })

  test('when a production lacks settings and has invalid ones: all are named, one a line', async () => {
    const { child, said } = await start({ LOG_LEVEL: 'loud', BANK_SECRET: 'hidden', SMS_KEYY: 'hidden' }, [
      '--no-sandbox',
    ])
    expect(await endOf(child)).toBe(1)
    const [head, ...problems] = said()
      .slice(said().indexOf('The settings cannot be used:'))
      .trimEnd()
      .split('\n')
    expect(head).toBe('The settings cannot be used:')
    expect(problems.length).toBeGreaterThan(15)
    for (const name of [
      'PEPPER',
      'AUTHORITY_URL',
      'SMS_KEY',
      'LOG_LEVEL',
      'BANK_SECRET',
      'BRANDING_FILE',
      'SMS_KEYY',
    ])
      expect(problems.filter(problem => problem.startsWith(`  ${name} `))).toHaveLength(1)
    expect(said()).not.toMatch(/hidden|loud/)
    expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
  })

  test('when an option is unknown', async () => {
    const { child, said } = await start({}, ['--sandbox=no'])
    expect(await endOf(child)).toBe(1)
    expect(said()).toMatch(/^npm start knows one option: .*--no-sandbox.*\n$/)
  })
})

describe.skipIf(!existsSync('/proc/self/environ'))(
  'npm start, once it is ready',
  { timeout: 240_000 },
  () => {
    // The first start makes the data, and the later ones find it.
    let home: string
    beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'ekyc-started-'))))
    afterAll(() => rmSync(home, { recursive: true, force: true }))

    test('serves the portal, prints its address, and SIGTERM stops everything with exit code 0', async () => {
      const { child, said } = await readyProduct()
      const [, address = ''] = /ready .*(http:\/\/\S+)/.exec(said()) ?? []
      expect((await fetch(`${address}/login`)).status).toBe(200)
      expect(said()).toContain('9000000001  Agent@2026')
      expect(said()).toMatch(/SMS inbox +http:\/\/127\.0\.0\.1:\d+\/sms\n/)

      child.kill('SIGTERM')
      expect(await endOf(child)).toBe(0)
      expect(processesOf(home)).toEqual([])
      await expect(fetch(address)).rejects.toThrow('fetch failed')
    })

    test('leaves nothing running when it is killed outright', async () => {
      const { child } = await readyProduct()
      expect(processesOf(home).length).toBeGreaterThan(1)
      child.kill('SIGKILL')
      await nothingIsLeftOf(home)
    })

    test('stops the rest when the server dies, with exit code 1 and the reason', async () => {
      const { child, said } = await readyProduct()
      const server = processesOf(home).find(({ command }) => command.includes('product/server/src/main.ts'))
      process.kill(Number(server?.pid), 'SIGKILL')
      expect(await endOf(child)).toBe(1)
      expect(said()).toContain('The server ended unexpectedly (ended by SIGKILL), so everything stops.')
      await nothingIsLeftOf(home)
    })

    async function readyProduct(): Promise<Started> {
      const program = await start({ DATA_DIR: home })
      await until(
        () => program.said().includes('Ctrl-C stops everything.') || program.child.exitCode !== null,
        READY_WITHIN_MS,
      )
      expect(program.said()).toContain('Ctrl-C stops everything.')
      return program
    }
  },
)

async function start(env: NodeJS.ProcessEnv, args: string[] = []): Promise<Started> {
  const child = spawn(process.execPath, [inRoot('scripts/start.ts'), ...args], {
    cwd: folder,
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SANDBOX_PORT: '0',
      CONSOLE_PORT: '0',
      DEVICE_PORT: 'off',
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const program = { child, said: () => output }
  started.push(program)
  return program
}

async function endOf(child: ChildProcess): Promise<number | null> {
  return child.exitCode ?? new Promise(done => child.on('close', done))
}

function listenSomewhere(): Promise<{ other: Server; port: number }> {
  return new Promise(done => {
    const other = createServer().listen(0, '127.0.0.1', () =>
      done({ other, port: (other.address() as AddressInfo).port }),
    )
  })
}

async function nothingIsLeftOf(dataDir: string): Promise<void> {
  await until(() => processesOf(dataDir).length === 0, EMPTY_WITHIN_MS)
  expect(processesOf(dataDir)).toEqual([])
}

async function until(condition: () => boolean, withinMs: number): Promise<void> {
  for (const began = Date.now(); !condition() && Date.now() - began < withinMs;) await wait(100)
}

function processesOf(dataDir: string): { pid: number; command: string }[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter(pid => /^\d+$/.test(pid))
    .map(pid => ({
      pid: Number(pid),
      command: procFile(pid, 'cmdline'),
      environment: procFile(pid, 'environ'),
    }))
    .filter(({ command, environment }) => `${command}\0${environment}`.includes(dataDir))
    .map(({ pid, command }) => ({ pid, command: command.replaceAll('\0', ' ') }))
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // The process has ended meanwhile.
  }
}
