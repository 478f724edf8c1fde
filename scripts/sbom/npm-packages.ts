import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Component } from './component.ts'

type Locked = { packages: Record<string, { integrity?: string; link?: boolean }> }
type Manifest = {
  name: string
  version: string
  license?: string
  description?: string
  author?: string | { name?: string }
  dependencies?: Record<string, string>
}
export type Dependencies = { ref: string; dependsOn: string[] }[]

/**
 * Lists every package below the node_modules of a folder and of its parts. Each package has a list of the installed
 * packages that it depends on. Links to our own parts are left out.
 */
export function installedPackages(folder: string): { components: Component[]; dependencies: Dependencies } {
  const lockFile = join(folder, 'node_modules', '.package-lock.json')
  const { packages } = existsSync(lockFile)
    ? (JSON.parse(readFileSync(lockFile, 'utf8')) as Locked)
    : { packages: {} }
  const found = Object.entries(packages).flatMap(([path, { integrity, link }]) => {
    const manifest = path.includes('node_modules/') && !link ? manifestIn(join(folder, path)) : undefined
    return manifest ? [{ path, manifest, component: npmPackage(manifest, integrity) }] : []
  })
  const refs = new Map(found.map(({ path, component }) => [path, component['bom-ref']]))
  /** Finds a package as Node does: in the folder of the package that depends on it, then further up. */
  const refFrom = (path: string, name: string): string | undefined =>
    refs.get(`${path}/node_modules/${name}`) ??
    (path.includes('node_modules/')
      ? refFrom(path.slice(0, path.lastIndexOf('/node_modules/') + 1).replace(/\/$/, ''), name)
      : refs.get(`node_modules/${name}`))
  const dependencies = found.map(({ path, manifest, component }) => ({
    ref: component['bom-ref'],
    dependsOn: Object.keys(manifest.dependencies ?? {}).flatMap(name => refFrom(path, name) ?? []),
  }))
  return { components: unique(found.map(({ component }) => component)), dependencies }
}

function manifestIn(folder: string): Manifest | undefined {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined
}

export function described(component: Component, folder: string): Component {
  const name = component.group ? `${component.group}/${component.name}` : component.name
  return { ...component, ...aboutItself(manifestIn(join(folder, 'node_modules', name)) ?? {}) }
}

function aboutItself({ description, author }: Pick<Manifest, 'description' | 'author'>) {
  const supplier = typeof author === 'string' ? author.replace(/ *[<(].*/, '') : author?.name
  return { ...(description && { description }), ...(supplier && { supplier: { name: supplier } }) }
}

/** Lists the packages inside the built portal and console, from the lists that Vite has written. */
export function bundledPackages(folder: string): Component[] {
  const listed = ['portal', 'console'].flatMap(part => {
    const file = join(folder, 'product', part, 'dist', '.vite', 'packages.json')
    return JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string; identifier?: string }[]
  })
  return unique(
    listed
      .filter(({ name }) => !name.startsWith('@ekyc/'))
      .map(({ name, version, identifier }) =>
        npmPackage({ name, version, ...(identifier && { license: identifier }) }, undefined),
      ),
  )
}

export function npmPackage(
  { name, version, license, ...about }: Manifest,
  integrity: string | undefined,
): Component {
  const [scope, ...rest] = name.split('/')
  const [group, short] = rest.length > 0 ? [scope, rest.join('/')] : [undefined, name]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const digest = integrity?.startsWith('sha512-') && Buffer.from(integrity.slice('sha512-'.length), 'base64')
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: short,
    version,
    purl,
    ...aboutItself(about),
    ...(license && { licenses: [licenceOf(license)] }),
    ...(digest && { hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }] }),
  }
}

/** CycloneDX has a separate field for an expression such as '(MIT OR Apache-2.0)'. */
function licenceOf(license: string) {
  return / (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }
}

export function unique(components: Component[]): Component[] {
  return [...new Map(components.map(component => [component['bom-ref'], component])).values()].toSorted(
    (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1),
  )
}
