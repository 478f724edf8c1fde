import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Component } from './component.ts'

type Locked = { packages: Record<string, { integrity?: string; link?: boolean }> }
type Manifest = { name: string; version: string; license?: string }

/** Lists every package below a folder's node_modules, and below those of its parts. It skips links to our own parts. */
export function installedPackages(folder: string): Component[] {
  const lockFile = join(folder, 'node_modules', '.package-lock.json')
  const { packages } = existsSync(lockFile)
    ? (JSON.parse(readFileSync(lockFile, 'utf8')) as Locked)
    : { packages: {} }
  const found = Object.entries(packages)
    .filter(
      ([path, { link }]) =>
        path.includes('node_modules/') && !link && existsSync(join(folder, path, 'package.json')),
    )
    .map(([path, { integrity }]) =>
      npmPackage(JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as Manifest, integrity),
    )
  return unique(found)
}

/** Lists the packages inside the built portal and console, as Vite names them. */
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

export function npmPackage({ name, version, license }: Manifest, integrity: string | undefined): Component {
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
    ...(license && { licenses: [licenceOf(license)] }),
    ...(digest && { hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }] }),
  }
}

/** An expression such as '(MIT OR Apache-2.0)' has its own field. */
function licenceOf(license: string) {
  return / (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }
}

export function unique(components: Component[]): Component[] {
  return [...new Map(components.map(component => [component['bom-ref'], component])).values()].toSorted(
    (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1),
  )
}
