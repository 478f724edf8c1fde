import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePorts } from '@ekyc/rd-client/testing/device-service'

/** The first version of Firefox that asks the user before a page may call this computer. */
const firstAskingVersion = 153

/**
 * The path of an installed Firefox that asks before a page may call the local network, or undefined. Playwright's own
 * build of Firefox does not ask. A program that prints no version, or an older version, is skipped.
 */
export const firefoxPath = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr'].find(
  path => path !== undefined && versionOf(path) >= firstAskingVersion,
)

export type Firefox = {
  open(url: string): Promise<void>
  /** Runs `script`, which is the body of a function, in the page or in the browser's own window. */
  run(script: string, where?: 'content' | 'chrome'): Promise<unknown>
  stop(): Promise<void>
}

/** Starts a Firefox that treats `publicAddress` (host:port) as an address outside this computer. */
export async function startFirefox(path: string, publicAddress: string): Promise<Firefox> {
  const port = await freePorts(1)
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  const preferences = { 'marionette.port': port, 'network.lna.address_space.public.override': publicAddress }
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(preference => `user_pref(${preference.map(part => JSON.stringify(part)).join(', ')});\n`)
      .join(''),
  )
  const options = [
    '--headless',
    '--no-remote',
    '--marionette',
    '--remote-allow-system-access',
    '--profile',
    profile,
  ]
  const program = spawn(path, options, { stdio: 'ignore' })
  const send = await connected(port).then(commandsOver, (error: unknown) => {
    program.kill()
    throw error
  })
  await send('WebDriver:NewSession', {})

  return {
    async open(url) {
      await send('Marionette:SetContext', { value: 'content' })
      await send('WebDriver:Navigate', { url })
    },
    async run(script, where = 'content') {
      await send('Marionette:SetContext', { value: where })
      const answer = await send('WebDriver:ExecuteScript', { script, args: [] })
      return answer && (answer as { value: unknown }).value
    },
    async stop() {
      const ended = once(program, 'exit')
      await send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => program.kill())
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function versionOf(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/Firefox (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

async function connected(port: number): Promise<Socket> {
  for (let attempt = 0; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (attempt > 100) throw error
      await new Promise(resolve => setTimeout(resolve, 300))
    }
  }
}

/** Returns a function that sends a Marionette command as length in bytes, colon and JSON: [0, id, name, parameters]. */
function commandsOver(socket: Socket): (name: string, parameters: object) => Promise<unknown> {
  let received = Buffer.alloc(0)
  let id = 0
  const waiting = new Map<number, (error: unknown, result: unknown) => void>()
  socket.on('data', chunk => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.toString('utf8', 0, Math.max(0, colon)))
      if (colon === -1 || received.length < end) return
      const message: unknown = JSON.parse(received.toString('utf8', colon + 1, end))
      received = received.subarray(end)
      if (Array.isArray(message)) waiting.get(Number(message[1]))?.(message[2], message[3])
    }
  })
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      id += 1
      waiting.set(id, (error, result) => (error ? reject(new Error(JSON.stringify(error))) : resolve(result)))
      const text = JSON.stringify([0, id, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}
