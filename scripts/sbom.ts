import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { Complaint, exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { runNpm } from './run.ts'

type Component = { 'bom-ref': string; properties?: { name: string; value: string }[] }

type Bom = {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

await main().catch(exitWith)

/**
 * Writes CycloneDX for all running or bundled packages, from the lock file alone. It removes tools itself, since npm's
 * `--omit=dev` also omits packages that a tool and the product share, such as React.
 */
async function main(): Promise<void> {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'],
    { quiet: true },
  )
  if (code !== 0) throw new Complaint(`npm sbom failed:\n${output.trim()}`)
  const all = JSON.parse(output) as Bom
  const components = all.components.filter(component => !isTool(component))
  const kept = new Set([all.metadata.component, ...components].map(component => component['bom-ref']))
  const dependencies = all.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(other => kept.has(other)) }))

  const file = inRoot('dist/sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...all, components, dependencies }, null, 2))
  console.log(`${components.length} components in ${file}`)
}

function isTool({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
}
