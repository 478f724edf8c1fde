import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { Complaint, exitWith } from './complaint.mjs'
import { inRoot } from './folders.mjs'
import { runNpm } from './run.mjs'

await main().catch(exitWith)

/**
 * CycloneDX of all that runs or is bundled, from the lock file alone. Not by `--workspace`: npm then leaves out what
 * a tool of ours uses as well, React among it.
 */
async function main() {
  const { code, output } = await runNpm(
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      '--omit=dev',
      '--loglevel=error',
    ],
    { quiet: true },
  )
  if (code !== 0) throw new Complaint(`npm sbom failed:\n${output.trim()}`)
  const file = inRoot('dist/sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, output)
  console.log(`${JSON.parse(output).components.length} components in ${file}`)
}
