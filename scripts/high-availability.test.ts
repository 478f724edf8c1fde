import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { inRoot } from './folders.ts'

type Service = {
  environment?: Record<string, string>
  secrets?: string[]
  network_mode: string
  cap_drop: string[]
  security_opt: string[]
  ulimits: { core: number }
  read_only?: boolean
  profiles: string[]
}
type Compose<Name extends string> = {
  services: Record<Name, Service>
  secrets: Record<string, { file: string }>
}

const read = (path: string) => readFileSync(inRoot(path), 'utf8')
const ha = parse(read('deploy/ha/compose.yaml'), { merge: true }) as Compose<'server' | 'doctor' | 'admin'>
const root = parse(read('compose.yaml'), { merge: true }) as Compose<'server-1' | 'admin'>
const example = read('deploy/ha/machine.env.example') + read('deploy/compose.env.example')

test('every variable of the machine’s file is in the example of its settings, but the drill’s', () => {
  const names = new Set(
    [...read('deploy/ha/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name),
  )
  const missing = [...names].filter(name => !new RegExp(`^#?${name}=`, 'm').test(example))
  expect(missing).toEqual(['MACHINE_NETWORK', 'MACHINE_FILE'])
})

test('a server has the secrets and the settings that it has in compose.yaml, and checks the database’s certificate', () => {
  const { server } = ha.services
  const { 'server-1': single } = root.services
  expect(server.secrets).toEqual(single.secrets)
  const { DATABASE_NETWORK: _trusted, ...expected } = single.environment ?? {}
  expect(Object.keys(server.environment ?? {}).filter(name => name !== 'HOST')).toEqual(Object.keys(expected))
  for (const name of ['OVER_HTTPS', 'CONSENT_REQUIRED', 'MIGRATE'])
    expect(server.environment?.[name]).toBe(expected[name])
  expect(ha.services.admin.secrets).toEqual(root.services.admin.secrets)
  expect(read('deploy/ha/make-secrets.sh')).toContain('sslmode=verify-full')
})

test('no part can write to its image, gain a capability, or leave a core file; all are on the machine’s network', () => {
  for (const [name, service] of Object.entries(ha.services)) {
    expect([name, service.cap_drop, service.read_only]).toEqual([name, ['ALL'], true])
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.ulimits.core).toBe(0)
    expect(service.network_mode).toBe('${MACHINE_NETWORK:-host}')
    expect([name, service.profiles.length > 0]).toEqual([name, true])
  }
})

test('git ignores settings and keys of machines, and a script makes or names each secret', () => {
  const scripts =
    read('deploy/make-secrets.sh') + read('deploy/ha/make-secrets.sh') + read('docs/high-availability.md')
  for (const { file } of Object.values(ha.secrets)) {
    expect(file).toMatch(/^\.\.\/secrets\//)
    expect(scripts).toContain(file.slice('../secrets/'.length))
  }
  const unknownToGit = read('.gitignore').split('\n')
  for (const path of ['deploy/ha/tls/', 'deploy/ha/authority/', 'deploy/ha/*.env'])
    expect(unknownToGit).toContain(path)
})

test('the lease holds a round of Patroni and two tries of etcd', () => {
  const number = (name: string) => Number(new RegExp(`^#${name}=(\\d+)$`, 'm').exec(example)?.[1])
  const { database } = ha.services as unknown as { database: Service }
  for (const name of ['FAILOVER_TTL', 'FAILOVER_LOOP', 'FAILOVER_RETRY'])
    expect(database.environment?.[name]).toBe(`\${${name}:-${number(name)}}`)
  expect(number('FAILOVER_TTL')).toBeGreaterThanOrEqual(
    number('FAILOVER_LOOP') + 2 * number('FAILOVER_RETRY'),
  )
})
