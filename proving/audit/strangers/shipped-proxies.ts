import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'

import { inRoot } from '../../../scripts/folders.ts'
import type { Stage } from './stage.ts'
import { runTool } from './tools.ts'

export type ShippedProxy = { name: 'Caddy' | 'nginx'; address: string }

const started = new WeakMap<Stage, Promise<ShippedProxy[]>>()

/** Starts Debian's Caddy and nginx with the configuration of deploy/ in front of a server with production settings. */
export function shippedProxies(stage: Stage): Promise<ShippedProxy[]> {
  const proxies = started.get(stage) ?? Promise.all([startCaddy(stage), startNginx(stage)])
  started.set(stage, proxies)
  return proxies
}

async function startCaddy(stage: Stage): Promise<ShippedProxy> {
  const { upstream, http, https, folder } = await placesOf(stage, 'caddy')
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    changed('deploy/Caddyfile', [
      ['admin off', `admin off\n\thttp_port ${http}\n\thttps_port ${https}`],
      ['server-1:8080 server-2:8080', upstream],
    ]),
  )
  const env = { PORTAL_ADDRESS: 'localhost', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  start(stage, 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], env)
  return { name: 'Caddy', address: await answering(https) }
}

async function startNginx(stage: Stage): Promise<ShippedProxy> {
  const { upstream, http, https, folder } = await placesOf(stage, 'nginx')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    changed('deploy/nginx.conf', [
      ['pid /tmp/nginx.pid', `pid ${folder}/nginx.pid`],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
      ['/etc/nginx/tls/portal.pem', join(folder, 'portal.pem')],
      ['/etc/nginx/tls/portal.key', join(folder, 'portal.key')],
      ['server server-1:8080', `server ${upstream}`],
      ['server server-2:8080 max_fails=0;', ''],
    ]),
  )
  await makeCertificate(folder)
  start(stage, 'nginx', ['-c', file, '-g', 'daemon off;'], {})
  return { name: 'nginx', address: await answering(https) }
}

async function placesOf(stage: Stage, name: string) {
  const { host: upstream } = new URL((await stage.production()).address)
  return { upstream, http: await freePort(), https: await freePort(), folder: stage.folder(name) }
}

function changed(path: string, replacements: [from: string, to: string][]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${path} has no '${from}'`)
      return text.replaceAll(from, to)
    },
    readFileSync(inRoot(path), 'utf8'),
  )
}

async function makeCertificate(folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = join(folder, 'portal.key')
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '90']
  await runTool('openssl', ['req', '-x509', '-key', key, ...named, '-out', join(folder, 'portal.pem')], 20)
}

function start(stage: Stage, command: string, args: string[], env: NodeJS.ProcessEnv): void {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  child.on('error', () => {}) // `answering` reports a proxy that gives no answer.
  stage.atEnd(() => child.kill())
}

async function answering(port: number): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const isThere = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return `localhost:${port}`
    await wait(100)
  }
  throw new Error(`no proxy answers at port ${port}`)
}
