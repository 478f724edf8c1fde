import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { namesAskedFor } from '../testing/database/names-asked-for.ts'
import { problemsIn, productionSettings } from '../testing/production-settings.ts'

const root = join(import.meta.dirname, '../../..')
const base = join(root, 'deploy/kubernetes')
const read = (name: string) => readFileSync(join(base, name), 'utf8')

type Container = {
  image: string
  args?: string[]
  command?: string[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef: { name: string } }[]
  securityContext: object
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
}
type Pod = {
  securityContext: { runAsUser: number }
  containers: [Container]
  initContainers?: [Container]
  volumes: { name: string; secret?: { secretName: string } }[]
}
type Manifest = {
  kind: string
  metadata: { name: string }
  spec: {
    template: { metadata: { labels: object }; spec: Pod }
    podSelector: { matchLabels: object }
  }
}

const kustomization = parse(read('kustomization.yaml')) as {
  resources: string[]
  images: { name: string; newTag: string }[]
}
const manifests = kustomization.resources.flatMap(name =>
  parseAllDocuments(read(name)).map(document => document.toJS() as Manifest),
)
const settings = Object.fromEntries(
  read('settings.env')
    .trim()
    .split('\n')
    .map(line => line.split(/=(.*)/, 2) as [string, string]),
)
const ofKind = (kind: string) => manifests.filter(manifest => manifest.kind === kind)
const pods = ofKind('Deployment').map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec.template.metadata.labels,
  pod: spec.template.spec,
  container: spec.template.spec.containers[0],
}))
const runs = pods.flatMap(({ name, pod }) => [
  { name, container: pod.containers[0] },
  ...(pod.initContainers ?? []).map(container => ({ name: `the migration of ${name}`, container })),
])
const secrets = '/run/secrets/ekyc'

const kubectl = spawnSync('kubectl', ['kustomize', base], { encoding: 'utf8' })

test.skipIf(kubectl.error)('kubectl builds the base by itself', () => {
  expect(kubectl.stderr).toBe('')
  const built = parseAllDocuments(kubectl.stdout).map(document => document.toJS() as Manifest)
  const kinds = ['ConfigMap', 'ConfigMap', ...manifests.map(({ kind }) => kind)]
  expect(built.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
})

describe('settings', () => {
  test('are all known to the program', () => {
    const jobs = runs.flatMap(({ container }) => (container.env ?? []).map(({ name }) => name))
    const known = namesAskedFor().flatMap(name => [name, `${name}_FILE`])
    for (const name of [...Object.keys(settings), ...jobs]) expect(known).toContain(name)
  })

  test('start a production together with the secrets', async () => {
    const given = Object.entries(settings).filter(([name]) => !name.endsWith('_FILE'))
    const asFiles = Object.keys(settings).filter(name => name.endsWith('_FILE') && name !== 'BRANDING_FILE')
    const complete: NodeJS.ProcessEnv = await productionSettings()
    const secret = asFiles.map(name => name.replace(/_FILE$/, '')).map(name => [name, complete[name]])
    const { BRANDING_FILE, ACCEPTED_RISKS } = complete
    const env = { ...Object.fromEntries([...given, ...secret]), BRANDING_FILE, ACCEPTED_RISKS }
    expect(problemsIn(env)).toEqual([])
  })

  test('every secret is a file at the mount of the secret', () => {
    const files = Object.entries(settings).filter(
      ([name]) => name?.endsWith('_FILE') && name !== 'BRANDING_FILE',
    )
    expect(files.length).toBeGreaterThan(11)
    for (const [, path] of files) expect(path).toMatch(new RegExp(`^${secrets}/[a-z-]+(?:\\.pem)?$`))
    for (const { container } of pods)
      expect(container.volumeMounts).toContainEqual({ name: 'secrets', mountPath: secrets, readOnly: true })
  })

  test("only the migration has the owner's address of the database, and the server leaves migrations to it", () => {
    expect(settings['MIGRATE']).toBe('off')
    const mounts = new Map(runs.map(({ name, container }) => [name, container.volumeMounts]))
    const withOwner = [...mounts].filter(([, volumes]) => volumes.some(({ name }) => name === 'owner'))
    expect(withOwner.map(([name]) => name)).toEqual(['the migration of server'])
    expect(mounts.get('the migration of server')?.map(({ name }) => name)).toEqual(['owner', 'tmp'])
  })
})
