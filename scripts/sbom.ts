import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { runNpm } from './run.ts'
import { bomOf, type Bom, type Component } from './sbom/component.ts'
import { cryptographyOf } from './sbom/cryptography.ts'
import { debianPackages } from './sbom/debian-packages.ts'
import { bundledPackages, described, installedPackages, unique } from './sbom/npm-packages.ts'
import { nodeRuntime } from './sbom/node-runtime.ts'
import { postgresParts } from './sbom/postgres-parts.ts'
import { withFields } from './sbom/twenty-one-fields.ts'
import { vexOf } from './sbom/vex.ts'

const direct = new Set(
  ['contract', 'rd-client', 'ui', 'portal', 'console', 'private-postgres', 'server'].flatMap(part =>
    Object.keys(manifestOf(inRoot('product', part)).dependencies ?? {}),
  ),
)

await main().catch(exitWith)

/**
 * Writes three documents in CycloneDX 1.6: the bill of materials with CERT-In's 21 fields (sbom.cdx.json), our answers
 * to published vulnerabilities (vex.cdx.json), and the algorithms, keys and certificates (cbom.cdx.json). Without an
 * option, they describe the checkout and go to dist/. With `--image=FOLDER`, they describe the image whose /app is that
 * folder, and go to that folder. `--archive=FOLDER` does the same with an unpacked release, which contains only
 * packages.
 */
async function main(): Promise<void> {
  const { image, archive } = parseArgs({
    options: { image: { type: 'string' }, archive: { type: 'string' } },
  }).values
  const folder = image ?? archive
  const bom = completed(
    folder === undefined ? await billOfCheckout() : billOf(resolve(folder), image !== undefined),
  )
  const into = folder ?? inRoot('dist')
  mkdirSync(into, { recursive: true })
  const documents = { sbom: bom, vex: vexOf(bom), cbom: cryptographyOf(bom.metadata.component) }
  for (const [name, document] of Object.entries(documents))
    writeFileSync(join(into, `${name}.cdx.json`), JSON.stringify(document, null, 2))
  console.log(`${bom.components.length} components in ${join(into, 'sbom.cdx.json')}`)
}

function completed(bom: Bom): Bom {
  const known = new Map((bom.dependencies ?? []).map(one => [one.ref, one]))
  const lines = [bom.metadata.component, ...bom.components].flatMap(one => {
    const parts = one.components ?? []
    const refs = parts.map(part => part['bom-ref'])
    return [
      known.get(one['bom-ref']) ?? { ref: one['bom-ref'], dependsOn: refs },
      ...refs.map(ref => ({ ref, dependsOn: [] })),
    ]
  })
  return {
    ...bom,
    metadata: { ...bom.metadata, component: withFields(bom.metadata.component, direct) },
    components: bom.components.map(one => withFields(one, direct)),
    dependencies: [...new Map(lines.map(line => [line.ref, line])).values()],
  }
}

function productIn(folder: string): Component {
  const { name, version, description } = manifestOf(folder)
  const licenses: Component['licenses'] = [{ license: { id: 'MIT' } }]
  return { type: 'application', 'bom-ref': `${name}@${version}`, name, version, description, licenses }
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    description: string
    dependencies?: Record<string, string>
  }
}

function billOf(app: string, isImage: boolean): Bom {
  const installed = installedPackages(app)
  return {
    ...bomOf(productIn(app)),
    components: [
      ...unique([...bundledPackages(app), ...installed.components]),
      ...(isImage ? [nodeRuntime(), ...debianPackages(dirname(app))] : []),
    ],
    dependencies: installed.dependencies,
  }
}

/**
 * Lists the packages of the lock file that run or are bundled, this Node, and the parts of the private PostgreSQL. It
 * removes the development tools itself, because npm's `--omit=dev` also omits packages that a tool and the product
 * share, such as React.
 */
async function billOfCheckout(): Promise<Bom> {
  const { code, output, stdout } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'],
    { quiet: true },
  )
  if (code !== 0) throw new Complaint(`npm sbom failed:\n${output.trim()}`)
  const all = JSON.parse(stdout) as Pick<Bom, 'components' | 'dependencies'>
  const packages = all.components
    .filter(component => !isTool(component))
    .map(component => described(component, inRoot()))
  const product = productIn(inRoot())
  const kept = new Set([product, ...packages].map(component => component['bom-ref']))
  const dependencies = (all.dependencies ?? [])
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(other => kept.has(other)) }))
  return { ...bomOf(product), components: [...packages, nodeRuntime(), ...postgresParts()], dependencies }
}

function isTool({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
}
