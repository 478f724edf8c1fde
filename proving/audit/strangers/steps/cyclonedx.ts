import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildIfStale } from '../../../../scripts/build.ts'
import { inRoot } from '../../../../scripts/folders.ts'
import { runNode } from '../../../../scripts/run.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { ofNpmTool } from '../tools.ts'

/** Validates the bills of materials of the checkout and of the image with CycloneDX's own schema. */
export const cyclonedx: Step = {
  tool: 'CycloneDX library',
  debian: ['ca-certificates'],
  npm: '@cyclonedx/cyclonedx-library',
  run: validate,
}

/** The types of the functions that this step uses. The checkout lacks the library's own types. */
type Library = {
  Spec: { Version: { v1dot6: string } }
  Validation: { JsonStrictValidator: new (version: string) => { validate(text: string): Promise<unknown> } }
}

async function validate(stage: Stage): Promise<Result> {
  const entry = ofNpmTool('@cyclonedx', 'cyclonedx-library', 'dist.node', 'index.node.js')
  const { default: library } = (await import(pathToFileURL(entry).href)) as { default: Library }
  const validator = new library.Validation.JsonStrictValidator(library.Spec.Version.v1dot6)
  const app = stage.folder('cyclonedx')
  for (const part of ['package.json', 'node_modules', 'product']) symlinkSync(inRoot(part), join(app, part))
  const bills = { checkout: inRoot('dist/sbom.cdx.json'), image: join(app, 'sbom.cdx.json') }
  // The portal must be built first, because the image's bill lists the packages inside the built portal.
  await buildIfStale((_title, work) => work())
  for (const options of [[], [`--image=${app}`]]) {
    const { code, output } = await runNode([inRoot('scripts/sbom.ts'), ...options], { quiet: true })
    if (code !== 0) throw new Error(`no bill of materials: ${output.slice(-300)}`)
  }
  const findings: string[] = []
  for (const [name, file] of Object.entries(bills)) {
    const errors = await validator.validate(readFileSync(file, 'utf8'))
    if (errors !== null)
      findings.push(`the bill of the ${name} is no CycloneDX 1.6: ${JSON.stringify(errors).slice(0, 500)}`)
  }
  return { did: 'the bills of materials of checkout and image are CycloneDX 1.6', findings }
}
