import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { runNpm } from './run.ts'
import type { Component } from './sbom/component.ts'
import { debianPackages } from './sbom/debian-packages.ts'
import { bundledPackages, installedPackages, unique } from './sbom/npm-packages.ts'
import { nodeRuntime } from './sbom/node-runtime.ts'
import { postgresParts } from './sbom/postgres-parts.ts'

type Bom = {
  bomFormat: string
  specVersion: string
  version: number
  metadata: { component: Component }
  components: Component[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
}

await main().catch(exitWith)

/**
 * Writes a bill of materials in CycloneDX. Without an option it describes the checkout in dist/sbom.cdx.json. With
 * `--image=FOLDER` it describes the image whose /app is that folder, in FOLDER/sbom.cdx.json; `--archive=FOLDER` does so
 * with an unpacked release, which has packages alone.
 */
async function main(): Promise<void> {
  const { image, archive } = parseArgs({
    options: { image: { type: 'string' }, archive: { type: 'string' } },
  }).values
  const folder = image ?? archive
  const bom = folder === undefined ? await billOfCheckout() : billOf(resolve(folder), image !== undefined)
  const file = folder === undefined ? inRoot('dist/sbom.cdx.json') : join(folder, 'sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(bom, null, 2))
  console.log(`${bom.components.length} components in ${file}`)
}

/** Lists packages and those inside the portal; of an image also Node and the base's Debian packages. */
function billOf(app: string, isImage: boolean): Bom {
  const { name, version } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as Component
  const component: Component = { type: 'application', 'bom-ref': `${name}@${version}`, name, version }
  const components = [
    ...unique([...bundledPackages(app), ...installedPackages(app)]),
    ...(isImage ? [nodeRuntime(), ...debianPackages(dirname(app))] : []),
  ]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component },
    components,
  }
}

/**
 * Lists all running or bundled packages of the lock file, this Node, and the parts of the private PostgreSQL. It
 * removes tools itself, since npm's `--omit=dev` also omits packages that a tool and the product share, such as React.
 */
async function billOfCheckout(): Promise<Bom> {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'],
    { quiet: true },
  )
  if (code !== 0) throw new Complaint(`npm sbom failed:\n${output.trim()}`)
  const all = JSON.parse(output) as Bom
  const packages = all.components.filter(component => !isTool(component))
  const kept = new Set([all.metadata.component, ...packages].map(component => component['bom-ref']))
  const dependencies = (all.dependencies ?? [])
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(other => kept.has(other)) }))
  const components = [...packages, nodeRuntime(), ...postgresParts()]
  return { ...all, components, dependencies }
}

function isTool({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
}
