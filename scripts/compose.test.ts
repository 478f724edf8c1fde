import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
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
  profiles?: string[]
  build: { args: Record<string, string> }
  env_file?: string
  healthcheck?: object
  volumes?: string[]
  environment?: Record<string, string>
  networks: Record<string, { ipv4_address: string }>
  depends_on: Record<string, unknown>
  secrets?: string[]
  ports?: string[]
  command: string[]
  user?: string
  extra_hosts?: string[]
  cap_add?: string[]
  cap_drop: string[]
  security_opt: string[]
  ulimits: { core: number }
  read_only?: boolean
  stop_grace_period: string
}
type ServiceName =
  'admin' | 'database' | 'database-roles' | 'doctor' | 'migrate' | 'proxy' | 'server-1' | 'server-2'

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

test('two equal servers run behind the proxy', () => {
  expect(servers).toHaveLength(2)
  expect(first).toEqual({ ...second, networks: first.networks })
})

test('doctor has the settings, secrets, files and networks of a server', () => {
  for (const part of ['image', 'env_file', 'environment', 'secrets', 'volumes'] as const)
    expect(doctor[part]).toEqual(first[part])
  expect(Object.keys(doctor.networks)).toEqual(Object.keys(first.networks))
})

test('no service turns its health check off, since `docker compose up --wait` fails for such a service', () => {
  const files = ['compose.yaml', ...readdirSync(inRoot('deploy')).map(file => `deploy/${file}`)]
  const checks = files
    .filter(file => file.endsWith('.yaml') && file.includes('compose'))
    .flatMap(file => Object.values((parse(read(file), { merge: true }) as typeof compose).services))
    .flatMap(({ healthcheck }) => healthcheck ?? [])
  expect(checks.length).toBeGreaterThan(4)
  expect(checks.filter(check => 'disable' in check)).toEqual([])
})

test('settings, branding, fonts and rules come from the bundle that .env names, else from deploy', () => {
  for (const service of [first, doctor, services.admin]) {
    expect(service.env_file).toBe('deploy/${BUNDLE:-.}/production.env')
    expect(service.volumes).toEqual(
      ['branding.json', 'fonts', 'rules'].map(name => `./deploy/\${BUNDLE:-.}/${name}:/etc/ekyc/${name}:ro`),
    )
  }
})

test('the file for a hardware module gives servers and doctor its library and its PIN', () => {
  const { services: own, secrets } = parse(read('deploy/compose.module.yaml'), {
    merge: true,
  }) as typeof compose
  expect(Object.keys(own)).toEqual(['server-1', 'server-2', 'doctor'])
  for (const one of Object.values(own)) expect(one).toEqual(own.doctor)
  expect(own.doctor.environment).toMatchObject({ PKCS11_PIN_FILE: '/run/secrets/pkcs11-pin' })
  expect(secrets).toEqual({ 'pkcs11-pin': { file: './deploy/secrets/pkcs11-pin' } })
})

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

test('proxy and servers share one internal network, the only trusted one', () => {
  for (const server of servers) {
    const shared = Object.keys(proxy.networks).filter(network => network in server.networks)
    expect(shared).toEqual(['front'])
    expect(networks.front.internal).toBe(true)
    expect(server.environment?.TRUSTED_PROXIES).toBe(networks.front.ipam.config[0].subnet)
  }
})

test('the proxy finds each server at a fixed address, so that a replaced one needs no name server', () => {
  const addresses = (['server-1', 'server-2'] as const).map(
    name => `${name}:${services[name].networks.front?.ipv4_address}`,
  )
  expect(proxy.extra_hosts).toEqual(addresses)
})

test('the database has an internal network only, and only the proxy listens on this machine', () => {
  expect(database.networks).toEqual(['back'])
  expect(networks.back.internal).toBe(true)
  const published = Object.entries(services).filter(([, { ports }]) => ports)
  expect(published.map(([name]) => name)).toEqual(['proxy'])
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

test('our containers use an account without a person on the host, which can read the secrets', () => {
  const [, uid] = /^USER (\d+):\d+$/m.exec(read('Dockerfile')) ?? []
  expect(Number(uid)).toBeGreaterThanOrEqual(10_000)
  expect(read('deploy/make-secrets.sh')).toContain(`chown -R ${uid}:${uid} secrets`)
  expect(services['database-roles'].user).toBe(`${uid}:${uid}`)
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

test('nginx changes only the image, the files and the start-up needs of the proxy', () => {
  const { services: changed } = parse(read('deploy/compose.nginx.yaml')) as { services: { proxy: Service } }
  expect(Object.keys(changed)).toEqual(['proxy'])
  expect(Object.keys(changed.proxy).toSorted()).toEqual(['cap_add', 'image', 'tmpfs', 'volumes'])
  expect(read('deploy/compose.env.example')).toContain(
    `#NGINX_IMAGE=${/:-(.*)}/.exec(changed.proxy.image)?.[1]}`,
  )
})

test('nginx keeps no connection to a server, which a stopping server might close during a call', () => {
  expect(read('deploy/nginx.conf')).toMatch(/^ +proxy_set_header Connection close;/m)
})

test('Caddy shows the bank’s own certificate from the files that nginx reads', () => {
  const { proxy: nginx } = (parse(read('deploy/compose.nginx.yaml')) as { services: { proxy: Service } })
    .services
  const { services: changed } = parse(read('deploy/compose.certificate.yaml')) as {
    services: { proxy: Service }
  }
  expect(Object.keys(changed)).toEqual(['proxy'])
  const [, name = '', certificate = '', key = ''] =
    /^\s+\{\$(\w+)\}$/m.exec(read('deploy/Caddyfile'))?.concat(
      Object.values(changed.proxy.environment ?? {})
        .join()
        .replace(/^tls /, '')
        .split(' '),
    ) ?? []
  expect(Object.keys(changed.proxy.environment ?? {})).toEqual([name])
  const mounted = (service: Service) => service.volumes?.filter(volume => volume.includes('portal-tls'))
  expect(mounted(changed.proxy)?.map(volume => volume.split(':')[1])).toEqual([certificate, key])
  expect(mounted(nginx)?.map(volume => volume.split(':')[0])).toEqual(
    mounted(changed.proxy)?.map(volume => volume.split(':')[0]),
  )
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

test('address and version come from .env, and compose fails without them', () => {
  expect(proxy.environment?.PORTAL_ADDRESS).toMatch(/^\$\{PORTAL_ADDRESS:\?/)
  for (const name of ['PORTAL_ADDRESS', 'VERSION', 'COMMIT'])
    expect(read('deploy/compose.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
  expect(first.build.args).toMatchObject({ VERSION: '${VERSION}', COMMIT: expect.any(String) })
})

test('no container has a capability that it does not need, can gain one, or leaves a core file', () => {
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.cap_drop]).toEqual([name, ['ALL']])
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.ulimits.core).toBe(0)
  }
  for (const server of servers) expect(server.cap_add).toBeUndefined()
})

test('only the database’s container may write to its image', () => {
  const writable = Object.entries(services).filter(([, { read_only: isReadOnly }]) => !isReadOnly)
  expect(writable.map(([name]) => name)).toEqual(['database'])
})

test('the stop time of a server exceeds its waits for the proxy and for calls in flight', () => {
  for (const server of servers) expect(parseInt(server.stop_grace_period, 10)).toBeGreaterThan(5 + 30)
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
    services: Record<'console' | 'console-proxy' | 'database' | 'admin', Service>
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

  test('names its address in the links that the command line prints', () => {
    expect(own.services.admin.environment?.CONSOLE_ORIGIN).toMatch(/^https:\/\/\$\{CONSOLE_ADDRESS/)
    expect(door.environment?.CONSOLE_ORIGIN).toBe('https://${CONSOLE_ADDRESS}')
  })

  test('reads the bundle of the servers, and its files exist', () => {
    expect(door.env_file).toBe(first.env_file)
    expect(door.volumes).toEqual(first.volumes)
    expect(existsSync(inRoot('deploy/Caddyfile.console'))).toBe(true)
    expect(read('deploy/make-secrets.sh')).toContain('oidc-client-secret')
    expect(read('deploy/make-database.sh')).toMatch(/for role in [a-z ]*console/)
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
  const targets = read('deploy/prometheus/prometheus.yml').match(/server-\d:\d+/g)
  expect(targets).toEqual(servers.map((_, index) => `server-${index + 1}:${first.environment?.METRICS_PORT}`))
  for (const [, name = ''] of read('deploy/prometheus/prometheus.yml').matchAll(
    /([a-z-]+-exporter|alertmanager|doctor):\d+/g,
  ))
    expect(on('watch')).toContain(name)
})

test('what watches listens on this machine alone, is confined, has images with tags, and its files exist', () => {
  const example = read('deploy/compose.env.example')
  for (const [name, service] of Object.entries(watch.services)) {
    if (name in services) continue
    expect([name, service.cap_drop, service.read_only]).toEqual([name, ['ALL'], true])
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
    const [, setting, image] = /^\$\{([A-Z_]+):-(docker\.io\/\S+:\S+)\}$/.exec(service.image) ?? []
    expect(example).toContain(`#${setting}=${image}`)
    const paths = (service.volumes ?? []).map(volume => volume.split(':')[0] ?? '')
    const ours = paths.filter(path => path.startsWith('./') && path !== './deploy/alertmanager.yml')
    expect(ours.filter(path => !existsSync(inRoot(path)))).toEqual([])
  }
  expect(read('deploy/make-secrets.sh')).toContain('make watcher-password')
  for (const path of ['deploy/alertmanager.yml', 'deploy/prometheus/textfiles/*.prom*'])
    expect(read('.gitignore').split('\n')).toContain(path)
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
