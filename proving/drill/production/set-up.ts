import {
  appendFileSync,
  chmodSync,
  cpSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'

import { inRoot } from '../../../scripts/folders.ts'
import { run, type Ended } from '../../../scripts/run.ts'

type RunOptions = { mayFail?: boolean; env?: NodeJS.ProcessEnv }

export type World = { sandbox: string }

export type SetUp = {
  folder: string
  checkout: string
  nodeImage: string
  ports: { https: number; http: number; sandbox: number }
  host: string
  env: NodeJS.ProcessEnv
  world: World
  proxy: string
  networkNamed: (name: string) => string
  /** @throws Error with the command's output if its exit code is not 0, unless `mayFail` is set */
  run: (command: string, options?: RunOptions) => Promise<Ended>
  addressOf: (service: string, network: string) => Promise<string>
  containerOf: (service: string) => Promise<string>
}

type Issued = Record<string, string>

const project = 'ekyc-drill'
const proxy = process.env.PROXY ?? 'caddy'
const nodeImage = process.env.NODE_IMAGE ?? 'docker.io/library/node:24-slim'
const systemCertificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'

/**
 * Prepares a separate checkout for the documented commands, and the external services beside it. compose.yaml stays
 * unchanged. drill.yaml adds ports on loopback, the external services, and the build's access to the npm registry.
 */
export async function prepare(folder: string): Promise<SetUp> {
  const checkout = join(folder, 'checkout')
  const ports = {
    https: await freePort(),
    http: await freePort(),
    sandbox: await freePort(),
  }
  const setUp: SetUp = {
    folder,
    checkout,
    nodeImage,
    ports,
    host: 'portal.local',
    env: {
      COMPOSE_PROJECT_NAME: project,
      COMPOSE_FILE: [
        'compose.yaml',
        'drill.yaml',
        ...(proxy === 'nginx' ? ['deploy/compose.nginx.yaml'] : []),
      ].join(':'),
    },
    world: { sandbox: `http://127.0.0.1:${ports.sandbox}` },
    proxy,
    networkNamed: name => `${project}_${name}`,
    async run(command, { mayFail = false, env = {} } = {}) {
      const result = await sh(command, checkout, { ...setUp.env, ...env })
      if (result.code !== 0 && !mayFail)
        throw new Error(`${command}\n  ended with ${result.code}: ${result.output.trim().slice(-1_500)}`)
      return result
    },
    async addressOf(service, network) {
      const container = await setUp.containerOf(service)
      const { stdout } = await setUp.run(
        `docker inspect --format '{{(index .NetworkSettings.Networks "${setUp.networkNamed(network)}").IPAddress}}' ${container}`,
      )
      return stdout.trim()
    },
    async containerOf(service) {
      const { stdout } = await setUp.run(
        `docker ps --all --quiet --filter label=com.docker.compose.project=${project} ` +
          `--filter label=com.docker.compose.service=${service}`,
      )
      const [container = ''] = stdout.trim().split('\n')
      return container
    },
  }
  lendNpmSettings(folder)
  await copyCheckout(checkout)
  await makeWorldIdentity(join(folder, 'tls'))
  writeFileSync(join(checkout, 'drill.yaml'), overrideOf(setUp))
  return setUp
}

/** Runs a line of shell, in the checkout that is drilled unless `cwd` names another folder. */
export function sh(command: string, cwd?: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return run('sh', ['-c', command], { quiet: true, env: { ...process.env, ...env }, ...(cwd && { cwd }) })
}

/** Fills in the settings. The sandbox issues the secrets of external services, and make-secrets.sh makes the others. */
export async function fillIn(setUp: SetUp): Promise<void> {
  const { checkout, folder, ports, host } = setUp
  const env = join(checkout, '.env')
  const filled = readFileSync(env, 'utf8').replace(/^PORTAL_ADDRESS=.*/m, `PORTAL_ADDRESS=${host}`)
  writeFileSync(env, `${filled}\nHTTP_AT=127.0.0.1:${ports.http}\nHTTPS_AT=127.0.0.1:${ports.https}\n`)
  appendFileSync(env, `NODE_IMAGE=${nodeImage}\n`)
  const issued = await issuedByTheWorld(folder)
  const settings: Record<string, string | undefined> = {
    AUTHORITY_URL: 'https://world:8443/authority',
    BANK_URL: 'https://world:8443/bank',
    SMS_URL: 'https://world:8443/sms',
    // The drill has no hardware security module, so the keys that the demo authority issues are in files.
    ACCEPTED_RISKS: 'keys-in-files',
    AUA_CODE: issued.AUA_CODE,
    SUB_AUA_CODE: issued.SUB_AUA_CODE,
    AUTHORITY_KEY_IDS: issued.AUTHORITY_KEY_IDS,
    RESULTS: 'pass-through',
    // Makes the second factor optional, because the drill's agents log in again and again without a browser's cookies.
    SECOND_FACTOR: 'offered',
    ...(JSON.parse(process.env.DRILL_SETTINGS ?? '{}') as Issued),
  }
  const file = join(checkout, 'deploy', 'production.env')
  let text = readFileSync(file, 'utf8')
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^#?${name}=.*$`, 'm')
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}\n${name}=${value}\n`
  }
  writeFileSync(file, text)
  const branding = join(checkout, 'deploy', 'branding.json')
  const bank = readFileSync(inRoot('branding', 'example-second-bank.json'), 'utf8')
  writeFileSync(branding, bank)
  chmodSync(branding, 0o644)
  cpSync(inRoot('branding', 'fonts'), join(checkout, 'deploy', 'fonts'), { recursive: true })
  const secrets = join(checkout, 'deploy', 'secrets')
  writeSecrets(secrets, issued)
  if (proxy === 'nginx')
    await setUp.run(
      `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host} ` +
        `-keyout ${secrets}/portal-tls-key.pem -out ${secrets}/portal-tls-certificate.pem`,
    )
}

function writeSecrets(secrets: string, issued: Issued): void {
  mkdirSync(secrets, { recursive: true })
  const put = (file: string, name: string) =>
    writeFileSync(join(secrets, file), issued[name] ?? '', { mode: 0o600 })
  put('bank-secret', 'BANK_SECRET')
  put('sms-key', 'SMS_KEY')
  put('aua-licence-key', 'AUA_LICENCE_KEY')
  put('asa-licence-key', 'ASA_LICENCE_KEY')
  for (const name of [
    'aua-signing-key',
    'aua-signing-certificate',
    'kua-decryption-key',
    'kua-certificate',
    'authority-signing-certificate',
  ])
    put(`${name}.pem`, name.replaceAll('-', '_').toUpperCase())
}

async function issuedByTheWorld(folder: string): Promise<Issued> {
  const file = join(folder, 'world', 'sandbox', 'server-settings.json')
  for (let tries = 0; !existsSync(file); tries++) {
    if (tries === 120) throw new Error('the world outside does not start')
    await sleep(500)
  }
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Issued
  const files = Object.entries(settings)
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([name, path]) => [
      name.slice(0, -'_FILE'.length),
      readFileSync(path.replace(/^\/data\//, `${join(folder, 'world')}/`), 'utf8'),
    ])
  return { ...settings, ...Object.fromEntries(files) }
}

async function copyCheckout(checkout: string): Promise<void> {
  const cloned = await sh(`git clone --quiet --shared . ${checkout}`)
  if (cloned.code !== 0) throw new Error(cloned.output)
  const { stdout } = await sh('git ls-files --modified --others --exclude-standard')
  for (const file of stdout.split('\n').filter(name => name && existsSync(inRoot(name)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    copyFileSync(inRoot(file), join(checkout, file))
  }
}

async function makeWorldIdentity(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { code, output } = await sh(
    [
      'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=Drill CA" -keyout ca.key -out ca.pem',
      'openssl req -newkey rsa:2048 -nodes -subj "/CN=world" -keyout world.key -out world.csr',
      'printf "subjectAltName=DNS:world" >world.ext',
      'openssl x509 -req -in world.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile world.ext -out world.pem',
      'chmod 0755 . && chmod 0644 *',
    ].join(' && '),
    folder,
  )
  if (code !== 0) throw new Error(output)
}

function overrideOf({ folder, ports }: SetUp): string {
  const server = `
    environment:
      NODE_EXTRA_CA_CERTS: /etc/ekyc/world-ca.pem
    volumes:
      - ${folder}/tls/ca.pem:/etc/ekyc/world-ca.pem:ro
    build:
      network: host
      secrets: [npmrc, ca]
`
  return `services:
  server-1:${server}
  server-2:${server}
  doctor:${server}
  world:
    image: ${nodeImage}
    command: ['node', '/drill/world.mts']
    environment: { DATA_DIR: /data, SANDBOX_PORT: '8090', DEVICE_PORT: '11100' }
    volumes:
      - ${inRoot('proving', 'drill', 'production')}:/drill:ro
      - ${inRoot('product', 'sandbox')}:/app/product/sandbox:ro
      - ${inRoot('product', 'rd-simulator')}:/app/product/rd-simulator:ro
      - ${inRoot('node_modules')}:/app/node_modules:ro
      - ${folder}/tls:/tls:ro
      - ${folder}/world:/data
    networks: [outside]
    ulimits: { nofile: 16384 }
    ports: ['127.0.0.1:${ports.sandbox}:18090']
    init: true
secrets:
  npmrc: { file: ${folder}/npmrc }
  ca: { file: ${folder}/ca.pem }
`
}

/** Passes this machine's npm configuration to the build as a secret, so that the image does not keep it. */
function lendNpmSettings(folder: string): void {
  mkdirSync(join(folder, 'world'), { recursive: true })
  const npmrcFile = join(homedir(), '.npmrc')
  const npmrcText = existsSync(npmrcFile) ? readFileSync(npmrcFile, 'utf8') : ''
  const hasCertificates = existsSync(systemCertificates)
  writeFileSync(join(folder, 'npmrc'), npmrcText + (hasCertificates ? '\ncafile=/run/secrets/ca\n' : ''), {
    mode: 0o600,
  })
  writeFileSync(join(folder, 'ca.pem'), hasCertificates ? readFileSync(systemCertificates) : '')
}
