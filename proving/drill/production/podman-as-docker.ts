import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { parse } from 'yaml'

type Service = {
  image: string
  build: { args: Record<string, string> }
  profiles?: string[]
  healthcheck?: object
  depends_on?: string[] | Record<string, { condition: Condition }>
  networks?: string[] | Record<string, { ipv4_address?: string } | null>
  network_mode?: string
  volumes?: string[]
  configs?: { source: string; target: string }[]
}
type Network = { internal?: boolean; ipam?: { config: { subnet: string; ip_range?: string }[] } }
type ComposeFile = {
  services: Record<string, Service>
  networks?: Record<string, Network | null>
  secrets: Record<string, { file: string }>
  configs?: Record<string, { content: string }>
}
type Condition = 'service_started' | 'service_healthy' | 'service_completed_successfully'
type Ended = SpawnSyncReturns<string>

/**
 * This program replaces `docker` on a machine that has only podman. It passes everything except `docker compose` to
 * podman. For `docker compose`, podman-compose creates the containers, and this program adds what older versions of
 * podman-compose lack: networks with fixed addresses, waiting for dependencies, replacing one service, and the exit
 * code of a run.
 */
const [word = '', ...words] = process.argv.slice(2)
if (word !== 'compose') process.exit(podman(withoutSecondNetwork([word, ...words])).status ?? 1)

/**
 * Options that shorten name look-ups. A container on several networks asks each network's name server in turn. A name
 * server that forwards an unknown name to a missing server takes the resolver's whole limit of 5 s.
 */
const quickNames = ['--podman-run-args=--dns-opt=timeout:1', '--podman-run-args=--dns-opt=attempts:4']

const {
  COMPOSE_PROJECT_NAME: project = '',
  COMPOSE_FILE = 'compose.yaml',
  COMPOSE_ENV_FILES = '.env',
} = process.env
const files = COMPOSE_FILE.split(':')
const variables: NodeJS.ProcessEnv = {
  ...Object.assign({}, ...COMPOSE_ENV_FILES.split(',').map(dotEnv)),
  ...process.env,
}
const compose = files
  .map(file => parse(filledIn(readFileSync(file, 'utf8')), { merge: true }) as unknown)
  .reduce((one, other) => merged(one, other)) as ComposeFile
const services = new Map(Object.entries(compose.services))
const folder = dirname(files[0] ?? '')
const definitionLabel = 'ekyc.drill.definition'
const graceSeconds = 60
const patienceMs = 180_000

const { command, flags, names, rest } = readWords(words)
const commands: Record<string, () => void | Promise<void>> = {
  build,
  up,
  down,
  stop: () => each(names, name => podman(['stop', `--time=${graceSeconds}`, containerOf(name)])),
  start: () => each(names, name => podman(['start', containerOf(name)])),
  exec: () => must(podman(['exec', '--interactive', containerOf(names[0] ?? ''), ...rest])),
  run,
}
await commands[command]?.()

function serviceOf(name: string): Service {
  const service = services.get(name)
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  return service
}

function build(): void {
  const { image, build: how } = serviceOf('server-1')
  const args = Object.entries(how.args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  const lent = ['npmrc', 'ca'].flatMap(id => ['--secret', `id=${id},src=${compose.secrets[id]?.file}`])
  must(podman(['build', '--network', 'host', ...lent, ...args, '--tag', image, '.']))
}

async function up(): Promise<void> {
  const active = variables.COMPOSE_PROFILES ?? ''
  const switchedOn = [...services].filter(([, { profiles }]) => profiles?.includes(active) ?? true)
  const wanted = names.length > 0 ? names : switchedOn.map(([name]) => name)
  await start(wanted)
  if (flags.has('--wait'))
    for (const name of wanted) if (hasHealthcheck(name)) await comesTo(name, 'service_healthy')
}

async function start(wanted: string[]): Promise<void> {
  for (const name of wanted) makeNetworks(networksOf(name).map(([network]) => network))
  for (const name of flags.has('--no-deps') ? wanted : inOrder(wanted)) {
    if (isOutdated(name)) {
      must(podman(['stop', `--time=${graceSeconds}`, containerOf(name)]))
      must(podman(['rm', containerOf(name)]))
    }
    if (!flags.has('--no-deps'))
      for (const [dependency, { condition }] of dependenciesOf(name)) await comesTo(dependency, condition)
    if (stateOf(name) !== 'running') startOne(name)
  }
}

function hasHealthcheck(name: string): boolean {
  const { healthcheck } = serviceOf(name)
  return healthcheck !== undefined && !('disable' in healthcheck)
}

function startOne(name: string): void {
  const container = containerOf(name)
  podmanCompose(['up', '--no-start', name])
  for (const [network, address] of networksOf(name)) {
    if (!address) continue
    const full = `${project}_${network}`
    must(podman(['network', 'disconnect', full, container]))
    const fixed = ['--ip', address, '--mac-address', macOf(address), '--alias', name]
    must(podman(['network', 'connect', ...fixed, full, container]))
  }
  must(podman(['start', container]))
}

/**
 * Derives the hardware address from the IPv4 address, as Docker does. With a random hardware address, the proxy's
 * kernel would keep sending to the replaced container for up to half a minute.
 */
function macOf(address: string): string {
  return ['02', '42', ...address.split('.').map(part => Number(part).toString(16).padStart(2, '0'))].join(':')
}

/** Removes the network that podman-compose, which calls this program, adds to a service with a network mode. */
function withoutSecondNetwork(args: string[]): string[] {
  const added = args.indexOf('--net')
  return args.includes('--network') && added >= 0 ? args.toSpliced(added, 4) : args
}

/** Returns the networks of a service: pairs of the network's name and the service's fixed address in it, if any. */
function networksOf(name: string): [string, string | undefined][] {
  const { networks = ['default'], network_mode: mode } = serviceOf(name)
  if (mode) return []
  return Array.isArray(networks)
    ? networks.map(network => [network, undefined])
    : Object.entries(networks).map(([network, settings]) => [network, settings?.ipv4_address])
}

function down(): void {
  podmanCompose(['down', '--volumes', '--timeout=5'])
  for (const name of Object.keys(compose.networks ?? {}))
    podman(['network', 'rm', '--force', `${project}_${name}`])
}

async function run(): Promise<void> {
  const [name = ''] = names
  const before = flags.has('--no-deps') ? [] : dependenciesOf(name)
  makeNetworks(networksOf(name).map(([network]) => network))
  await start(before.map(([dependency]) => dependency))
  for (const [dependency, condition] of before) await comesTo(dependency, condition.condition)
  const container = `${project}_run_${process.pid}`
  podmanCompose(['run', '--no-deps', '--name', container, ...runFlags(), ...names, ...rest])
  const { stdout } = podman(['inspect', '--format', '{{.State.ExitCode}}', container], { quiet: true })
  podman(['rm', '--force', container], { quiet: true })
  process.exitCode = Number(stdout)
}

function runFlags(): string[] {
  const kept: string[] = []
  for (const [index, given] of words.entries())
    if (given === '-e' || given === '-v') kept.push(given, words[index + 1] ?? '')
    else if (given === '-T') kept.push('-T')
  return kept
}

/** Splits a command line into command, flags, services and rest. Skips the arguments of flags such as `--timeout N`. */
function readWords(all: string[]) {
  const left = [...all]
  const seen = new Set<string>()
  let found = ''
  const named: string[] = []
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (['-e', '-v', '--timeout', '--profile'].includes(next)) left.shift()
    else if (next.startsWith('-')) seen.add(next)
    else if (!found) found = next
    else {
      named.push(next)
      if (found === 'run' || found === 'exec') break
    }
  }
  return { command: found, flags: seen, names: named, rest: left }
}

function makeNetworks(wanted: string[]): void {
  for (const name of wanted) {
    const full = `${project}_${name}`
    if (podman(['network', 'exists', full], { quiet: true }).status === 0) continue
    const { internal, ipam } = compose.networks?.[name] ?? {}
    const { subnet, ip_range: range } = ipam?.config?.[0] ?? {}
    must(
      podman(
        [
          'network',
          'create',
          // Keeps containers from reaching other networks, as Docker does.
          '--opt=isolate=true',
          ...(internal ? ['--internal'] : []),
          ...(subnet ? ['--subnet', subnet] : []),
          ...(range ? ['--ip-range', range] : []),
          full,
        ],
        { quiet: true },
      ),
    )
  }
}

function inOrder(wanted: string[], done: string[] = []): string[] {
  for (const name of wanted) {
    const before = dependenciesOf(name).map(([dependency]) => dependency)
    inOrder(
      before.filter(dependency => !done.includes(dependency)),
      done,
    )
    if (!done.includes(name)) done.push(name)
  }
  return done
}

function dependenciesOf(name: string): [string, { condition: Condition }][] {
  const { depends_on: dependencies = [] } = serviceOf(name)
  return Array.isArray(dependencies)
    ? dependencies.map(dependency => [dependency, { condition: 'service_started' }])
    : Object.entries(dependencies)
}

async function comesTo(name: string, condition: Condition): Promise<void> {
  const isThere = {
    service_started: () => true,
    service_healthy: () => podman(['healthcheck', 'run', containerOf(name)], { quiet: true }).status === 0,
    service_completed_successfully: () => stateOf(name) === 'exited 0',
  }[condition]
  const deadline = performance.now() + patienceMs
  while (!isThere()) {
    if (performance.now() > deadline) throw new Error(`${name} does not come to ${condition}`)
    await new Promise(later => setTimeout(later, 500))
  }
}

/** Returns 'running', 'exited 0' or another state from podman, or '' if there is no container. */
function stateOf(name: string): string {
  const { stdout } = podman(
    [
      'inspect',
      '--type',
      'container',
      '--format',
      '{{.State.Status}} {{.State.ExitCode}}',
      containerOf(name),
    ],
    { quiet: true },
  )
  const state = stdout.trim()
  return state.startsWith('running') ? 'running' : state
}

function isOutdated(name: string): boolean {
  if (stateOf(name) === '') return false
  if (flags.has('--force-recreate') && names.includes(name)) return true
  const label = `{{index .Config.Labels "${definitionLabel}"}}`
  const made = podman(['inspect', '--type', 'container', '--format', label, containerOf(name)], {
    quiet: true,
  })
  if (made.stdout.trim() !== definitionOf(name)) return true
  const imageOf = (...asked: string[]) => podman(['inspect', ...asked], { quiet: true }).stdout.trim()
  return (
    imageOf('--type', 'container', '--format', '{{.Image}}', containerOf(name)) !==
    imageOf('--type', 'image', '--format', '{{.Id}}', serviceOf(name).image)
  )
}

function containerOf(name: string): string {
  return `${project}_${name}_1`
}

/** Runs podman-compose on a rewritten compose file, because podman-compose accepts only a list of names as networks. */
function podmanCompose(args: string[]): void {
  const listed = [...services].map(([name, { configs = [], ...service }]) => [
    name,
    {
      ...service,
      networks: networksOf(name).map(([network]) => network),
      volumes: [
        ...(service.volumes ?? []),
        ...configs.map(({ source, target }) => `${writtenConfig(source)}:${target}:ro`),
      ],
      labels: { [definitionLabel]: definitionOf(name) },
      // Docker never restarts the container of `docker compose run`, whatever restart policy the service has.
      ...(command === 'run' && { restart: 'no' }),
    },
  ])
  const plain = join(folder, `compose.${project}.yaml`)
  const { networks = { default: { external: { name: 'podman' } } } } = compose
  writeFileSync(plain, JSON.stringify({ ...compose, networks, services: Object.fromEntries(listed) }))
  const own = [`--podman-path=${process.env.DOCKER}`, ...(compose.networks ? quickNames : []), ...ownLimits()]
  spawnSync('podman-compose', [...own, '-p', project, '-f', plain, ...args], { stdio: 'inherit' })
}

/** Writes a config's content to a file that the container mounts, because podman-compose does not support configs. */
function writtenConfig(name: string): string {
  const file = `compose.${project}.${name}`
  writeFileSync(join(folder, file), compose.configs?.[name]?.content ?? '')
  return `./${file}`
}

/** Returns a hash of a service's definition. A container with another hash is replaced, as Docker does. */
function definitionOf(name: string): string {
  return createHash('sha256')
    .update(JSON.stringify(serviceOf(name)))
    .digest('hex')
}

/**
 * Merges two compose files by Docker's rules. Maps are merged by key, lists are joined end to end, and a list of
 * networks counts as a map. A later command or plain value replaces the earlier one.
 */
function merged(one: unknown, other: unknown, key = ''): unknown {
  if (key === 'networks' && Array.isArray(one) && isMap(other)) return merged(namedIn(one), other)
  if (Array.isArray(one) && Array.isArray(other))
    return ['command', 'entrypoint', 'test'].includes(key) ? other : [...(one as []), ...(other as [])]
  if (!isMap(one) || !isMap(other)) return other ?? one ?? null
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].map(name => [name, merged(one[name], other[name], name)]))
}

function namedIn(list: unknown[]): Record<string, object> {
  return Object.fromEntries(list.map(name => [String(name), {}]))
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns podman's option that limits the number of processes. If a compose file sets only some limits, podman chooses
 * the other limits itself, and a machine with lower limits refuses podman's choice.
 */
function ownLimits(): string[] {
  const [, most] = /^Max processes +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return most ? [`--podman-run-args=--ulimit=nproc=${Math.min(Number(most), 4_096)}`] : []
}

function podman(args: string[], { quiet = false } = {}): Ended {
  return spawnSync('podman', args, { encoding: 'utf8', stdio: quiet ? 'pipe' : 'inherit' })
}

function must({ status, stderr }: Ended): void {
  if (status !== 0) {
    process.stderr.write(stderr ?? '')
    process.exit(status ?? 1)
  }
}

function each(all: string[], work: (name: string) => Ended): void {
  for (const one of all) must(work(one))
}

function dotEnv(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

function filledIn(text: string): string {
  return text.replace(
    /\$\{([A-Z0-9_]+)(?::[-?]([^}]*))?\}/g,
    (_all, name: string, fallback = '') => variables[name] || fallback,
  )
}
