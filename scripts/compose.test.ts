import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { inRoot } from './folders.ts'

type Service = {
  image: string
  build: { args: Record<string, string> }
  environment?: Record<string, string>
  networks: Record<string, { ipv4_address: string; mac_address: string }>
  depends_on: Record<string, unknown>
  secrets?: string[]
  ports?: string[]
  command: string[]
  extra_hosts?: string[]
  cap_add?: string[]
  cap_drop: string[]
  security_opt: string[]
  ulimits: { core: number }
  read_only?: boolean
  stop_grace_period: string
}
type ServiceName = 'admin' | 'database' | 'doctor' | 'migrate' | 'proxy' | 'server-1' | 'server-2'

const read = (path: string) => readFileSync(inRoot(path), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<ServiceName, Service>
  networks: Record<'back' | 'front', { internal: boolean; ipam: { config: [{ subnet: string }] } }>
  secrets: Record<string, { file: string }>
}
const { services, networks } = compose
const { proxy, database, doctor, 'server-1': first, 'server-2': second } = services
const servers = Object.values(services).filter(
  service => service.environment?.TRUSTED_PROXIES && service !== doctor,
)

test('deploy/admin gives the container the files that its words name, and doctor a service of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-admin-'))
  writeFileSync(join(folder, 'new agents.csv'), 'mobile,name')
  writeFileSync(join(folder, 'list'), '')
  const wordsOf = (...words: string[]) =>
    spawnSync(inRoot('deploy/admin'), words, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], COMPOSE: 'printf %s\\n' },
    })
      .stdout.trim()
      .split('\n')
  const imported = wordsOf('agents', 'import', 'new agents.csv', '--yes')
  expect(imported.slice(-8)).toEqual([
    '-v',
    `${folder}/new agents.csv:/files/3/new agents.csv:ro`,
    'admin',
    'admin',
    'agents',
    'import',
    '/files/3/new agents.csv',
    '--yes',
  ])
  expect(imported).toContain(`ADMIN_COMMAND=${inRoot('deploy/admin')}`)
  expect(wordsOf('agents', 'list').slice(-4)).toEqual(['admin', 'admin', 'agents', 'list'])
  expect(wordsOf('doctor').slice(-3)).toEqual(['doctor', 'admin', 'doctor'])
  expect(wordsOf('compliance', '--sign').slice(-4)).toEqual(['doctor', 'admin', 'compliance', '--sign'])
  rmSync(folder, { recursive: true })
})

test('every container is confined; two equal servers share one internal network with the proxy, which alone is reached', () => {
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.cap_drop, service.ulimits.core]).toEqual([name, ['ALL'], 0])
    expect(service.security_opt).toContain('no-new-privileges:true')
  }
  const named = (has: (service: Service) => unknown) =>
    Object.entries(services).flatMap(([name, service]) => (has(service) ? [name] : []))
  expect(named(service => !service.read_only)).toEqual(['database'])
  expect(named(({ ports }) => ports)).toEqual(['proxy'])
  expect(database.networks).toEqual(['back'])
  expect([networks.back.internal, networks.front.internal]).toEqual([true, true])
  expect(servers).toHaveLength(2)
  expect(first).toEqual({ ...second, networks: first.networks })
  expect(first.cap_add).toBeUndefined()
  expect(Object.keys(proxy.networks).filter(network => network in first.networks)).toEqual(['front'])
  expect(first.environment?.TRUSTED_PROXIES).toBe(networks.front.ipam.config[0].subnet)
  // A server waits for the proxy and then for the calls in flight before it stops.
  expect(parseInt(first.stop_grace_period, 10)).toBeGreaterThan(5 + 30)
})

test('no server has the password of a superuser, and its role is none', () => {
  const superusers = Object.entries(services).filter(([, { secrets }]) =>
    secrets?.includes('postgres-password'),
  )
  expect(superusers.map(([name]) => name)).toEqual(['database', 'database-roles'])
  expect(read('deploy/make-secrets.sh')).not.toMatch(/postgres:\/\/postgres:/)
  expect(database.environment?.POSTGRES_USER).toBe('postgres')
  expect(read('deploy/make-database.sh')).toContain('login nosuperuser nocreatedb nocreaterole')
})

test('each program has the role that it needs, and the owner of the tables serves no call', () => {
  const databaseUrlOf = ({ environment }: Service) =>
    environment?.DATABASE_URL_FILE?.replace('/run/secrets/', '')
  for (const server of servers) {
    expect(databaseUrlOf(server)).toBe('database-url-server')
    expect(server.environment?.MIGRATE).toBe('off')
    expect(server.secrets).not.toContain('database-url-owner')
    expect(server.depends_on.migrate).toEqual({ condition: 'service_completed_successfully' })
  }
  expect(databaseUrlOf(services.admin)).toBe('database-url-admin')
  expect(databaseUrlOf(services.migrate)).toBe('database-url-owner')
  expect(services.migrate.command.slice(0, 2)).toEqual(['admin', 'migrate'])
})

test('a setting names every image with tag and digest; the default has a full name and a tag', () => {
  const images = Object.values(services).map(({ image }) => image)
  const ours = images.filter(image => image.startsWith('agent-ekyc-portal:${VERSION'))
  const others = images.filter(image => !ours.includes(image))
  // Our image runs the servers, and the services doctor, migrate, admin and auditor.
  expect(ours).toHaveLength(servers.length + 4)
  for (const image of [...others, first.build.args.NODE_IMAGE])
    expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-docker\.io\/library\/\w+:[\w.-]+\}$/)
  const named = new Set([...others, first.build.args.NODE_IMAGE].join(' ').match(/[A-Z]+_IMAGE/g))
  for (const name of named) expect(read('deploy/compose.env.example')).toMatch(new RegExp(`^#${name}=`, 'm'))
})

test('nginx counts the addresses of an IPv6 /64 together, however they are written', () => {
  const [map = ''] = read('deploy/nginx.conf').split('map $uri')
  const patterns = Array.from(map.matchAll(/"~(.*)" \$1;/g), ([, pattern = '']) => new RegExp(pattern))
  const networkOf = (address: string) =>
    patterns.map(pattern => pattern.exec(address)?.[1]).find(network => network !== undefined) ?? address
  // nginx writes addresses in this form, which leaves out the longest run of two or more zero groups.
  const pairs = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::7'],
    ['2001:db8:1::7', '2001:db8:1::4:5:6'],
    ['2001:db8::7', '2001:db8::1:2:3:4'],
    ['2001::3:4:5:6:7', '2001::3:4:5:6:8'],
  ] as const
  for (const [one, other] of pairs) expect(networkOf(one)).toBe(networkOf(other))
  expect(networkOf('2001:db8:1:2::7')).not.toBe(networkOf('2001:db8:1:3::7'))
  expect(networkOf('2001:db8:1::7')).not.toBe(networkOf('2001:db8:2::7'))
  expect(networkOf('198.51.100.7')).not.toBe(networkOf('198.51.100.8'))
})

test('git ignores the files of secrets, and make-secrets.sh makes or names each', () => {
  const script = read('deploy/make-secrets.sh')
  for (const { file } of Object.values(compose.secrets)) {
    expect(file).toMatch(/^\.\/deploy\/secrets\//)
    expect(script).toContain(file.slice('./deploy/secrets/'.length))
  }
  const unknownToGit = read('.gitignore').split('\n')
  for (const path of [
    'deploy/secrets/',
    'deploy/bundles/',
    'deploy/production.env',
    'deploy/branding.json',
    '.env',
  ])
    expect(unknownToGit).toContain(path)
})

describe('the console beside the portal', () => {
  const own = parse(read('deploy/compose.console.yaml'), { merge: true }) as {
    services: Record<'console' | 'console-proxy' | 'database', Service>
    networks: Record<
      'console' | 'console-back' | 'console-outside' | 'staff',
      { internal?: boolean; ipam: { config: [{ subnet: string }] } } | null
    >
    secrets: Record<string, { file: string }>
  }
  const { console: door, 'console-proxy': ownProxy } = own.services

  test('shares no network with the portal, meets the database on one of their own, and trusts its own proxy alone', () => {
    expect(Object.keys(door.networks)).toEqual(['console', 'console-back', 'console-outside'])
    expect(Object.keys(ownProxy.networks)).toEqual(['staff', 'console'])
    expect(Object.keys(own.networks).filter(network => network in networks)).toEqual([])
    expect(own.services.database.networks).toEqual({ 'console-back': {} })
    for (const network of ['console', 'console-back'] as const)
      expect(own.networks[network]?.internal).toBe(true)
    expect(door.environment?.TRUSTED_PROXIES).toBe(own.networks.console?.ipam.config[0].subnet)
    expect(ownProxy.extra_hosts).toEqual([`console:${door.networks['console']?.ipv4_address}`])
  })

  test('a replaced server or console has the hardware address of the one before, under which its proxy knows it', () => {
    const addresses = [first, second, door].flatMap(service =>
      Object.values(service.networks).filter(network => network.ipv4_address),
    )
    expect(addresses).toHaveLength(3)
    for (const { ipv4_address: ip, mac_address: mac } of addresses)
      expect(mac).toBe(
        ['02', '42', ...ip.split('.').map(part => Number(part).toString(16).padStart(2, '0'))].join(':'),
      )
  })

  test('has a role of its own, no secret of authority, bank or SMS provider, and is shown to nobody else by default', () => {
    expect(door.secrets).toEqual([
      'database-url-console',
      'outbox-key',
      'audit-key-console',
      'oidc-client-secret',
    ])
    expect(door.environment?.DATABASE_URL_FILE).toBe('/run/secrets/database-url-console')
    expect(door.ports).toBeUndefined()
    expect(ownProxy.ports).toEqual(['${CONSOLE_AT:-127.0.0.1:8443}:443'])
    for (const service of [door, ownProxy])
      expect([service.cap_drop, service.read_only, service.ulimits.core]).toEqual([['ALL'], true, 0])
    expect(door.cap_add).toBeUndefined()
  })

  test('has an AUDIT_KEY of its own, which make-secrets.sh names once among those of the servers, after theirs', () => {
    expect(door.environment?.AUDIT_KEY_FILE).toBe('/run/secrets/audit-key-console')
    const folder = mkdtempSync(join(tmpdir(), 'ekyc-secrets-'))
    const secretIn = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')
    const make = () => spawnSync('sh', [join(folder, 'make-secrets.sh')], { encoding: 'utf8' })
    copyFileSync(inRoot('deploy/make-secrets.sh'), join(folder, 'make-secrets.sh'))
    mkdirSync(join(folder, 'secrets'))
    writeFileSync(join(folder, 'secrets/audit-key'), 'of-the-servers')
    expect(make().stdout).toContain("named the console's key in secrets/audit-key")
    expect(make().stdout).not.toMatch(/made|named/)
    expect(secretIn('audit-key')).toBe(`of-the-servers,${secretIn('audit-key-console')}`)
    rmSync(folder, { recursive: true })
  })
})

const watch = parse(read('deploy/compose.watch.yaml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  secrets: Record<string, { file: string }>
}

test('Prometheus asks the servers on a network that no proxy and nobody outside is on, and that is not trusted', () => {
  expect(watch.networks['watch']).toEqual({ internal: true })
  expect(watch.networks['watch-database']).toEqual({ internal: true })
  const on = (network: string) =>
    Object.entries(watch.services).flatMap(([name, { networks: ours }]) =>
      (Array.isArray(ours) ? ours : Object.keys(ours)).includes(network) ? [name] : [],
    )
  expect(on('watch')).toEqual(expect.arrayContaining(['server-1', 'server-2', 'prometheus']))
  expect(on('watch')).not.toContain('proxy')
  for (const network of ['front', 'back']) expect(on(network)).toEqual([])
  expect(on('watch-database')).toEqual(['database', 'postgres-exporter', 'watcher-role'])
  const published = Object.values(watch.services).flatMap(({ ports = [] }) => ports)
  expect(published.filter(port => !port.startsWith('127.0.0.1:'))).toEqual([])
})

test.each([
  ['dump', 'PGDMP and more', 'pg_dump'],
  ['pgbackrest', '', 'pgbackrest'],
])('tell-back-up.sh %s tells node_exporter when the back-up was completed', (kind, content, tool) => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-back-up-'))
  const dump = join(folder, 'ekyc.dump')
  writeFileSync(dump, content)
  utimesSync(dump, 1_800_000_000, 1_800_000_000)
  const info =
    '[{"backup":[{"timestamp":{"start":1,"stop":1700000000}},{"lsn":{"stop":"0/3"},"timestamp":{"start":2,"stop":1800000000}}]}]'
  writeFileSync(join(folder, 'pgbackrest'), `#!/bin/sh\necho '${info}'\n`, { mode: 0o755 })
  const tell = (...words: string[]) =>
    spawnSync('sh', [inRoot('deploy/tell-back-up.sh'), ...words], {
      env: { PATH: `${folder}:${process.env['PATH']}`, TEXTFILES: join(folder, 'textfiles') },
    }).status
  expect(tell(kind, dump)).toBe(0)
  expect(readdirSync(join(folder, 'textfiles'))).toEqual([`ekyc-backup-${tool}.prom`])
  expect(readFileSync(join(folder, 'textfiles', `ekyc-backup-${tool}.prom`), 'utf8')).toContain(
    `\nekyc_backup_completed_timestamp_seconds{tool="${tool}"} 1800000000\n`,
  )
  writeFileSync(dump, '')
  expect(tell('dump', dump)).toBe(1)
  expect(tell()).toBe(64)
  rmSync(folder, { recursive: true })
})
