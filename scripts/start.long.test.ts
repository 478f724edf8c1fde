import { existsSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import {
  endOf,
  nothingIsLeftOf,
  processesOf,
  readyProduct,
  startInFolder,
} from './testing/started-program.ts'

describe('npm start refuses in one sentence, with exit code 1, and leaves nothing running', () => {
  test('when the ports of portal and sandbox are taken, naming both', async () => {
    const others = [await listenSomewhere(), await listenSomewhere()]
    const ports = others.map(({ port }) => port)
    const { child, said } = startInFolder({ PORT: String(ports[0]), SANDBOX_PORT: String(ports[1]) })
    expect(await endOf(child)).toBe(1)
    const sentences = ['PORT', 'SANDBOX_PORT'].map((name, index) => {
      const port = ports[index] ?? 0
      return `Port ${port} on 127.0.0.1 is taken: stop the program that uses it, or choose another with ${name}=${port + 1}.\n`
    })
    expect(said()).toBe(sentences.join(''))
    for (const { other } of others) other.close()
  })

  test('when the data folder cannot be written', async () => {
    const dataDir = join(import.meta.filename, 'data')
    const { child, said } = startInFolder({ DATA_DIR: dataDir })
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
    const { child, said } = startInFolder(env)
    expect(await endOf(child)).toBe(1)
    expect(said()).toBe(sentence)
  })

  test('when an option is unknown', async () => {
    const { child, said } = startInFolder({}, ['--sandbox=no'])
    expect(await endOf(child)).toBe(1)
    expect(said()).toMatch(/^npm start knows one option: .*--no-sandbox.*\n$/)
  })
})

test('a production that lacks settings and has invalid ones names all of them, one a line, and does not start', async () => {
  const invalid = { LOG_LEVEL: 'loud', BANK_SECRET: 'hidden', SMS_KEYY: 'hidden' }
  const { child, folder, said } = startInFolder(invalid, ['--no-sandbox'])
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

describe('npm start, once it is ready', () => {
  test('leaves nothing running when it is killed outright', async () => {
    const { child, folder } = await readyProduct()
    expect(processesOf(folder).length).toBeGreaterThan(1)
    child.kill('SIGKILL')
    await nothingIsLeftOf(folder)
  })

  test('stops the rest when the server dies, with exit code 1 and the reason', async () => {
    const { child, folder, said } = await readyProduct()
    const server = processesOf(folder).find(({ command }) => command.includes('product/server/src/main.ts'))
    process.kill(Number(server?.pid), 'SIGKILL')
    expect(await endOf(child)).toBe(1)
    expect(said()).toContain('The server ended unexpectedly (ended by SIGKILL), so everything stops.')
    await nothingIsLeftOf(folder)
  })
})

function listenSomewhere(): Promise<{ other: Server; port: number }> {
  return new Promise(done => {
    const other = createServer().listen(0, '127.0.0.1', () =>
      done({ other, port: (other.address() as AddressInfo).port }),
    )
  })
}
