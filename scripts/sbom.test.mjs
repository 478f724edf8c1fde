import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { runNode } from './run.ts'

test('[rule 25] the bill of materials lists running and bundled packages, and no tool', async () => {
  const { code, output } = await runNode([inRoot('scripts/sbom.ts')], { quiet: true })
  expect(output).toContain('components in')
  expect(code).toBe(0)
  const { bomFormat, components } = JSON.parse(readFileSync(inRoot('dist/sbom.cdx.json'), 'utf8'))
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name))

  expect(bomFormat).toBe('CycloneDX')
  for (const delivered of ['fastify', 'pg', 'pg-types', '@node-rs/argon2', 'react', 'react-dom'])
    expect(names).toContain(delivered)
  for (const tool of ['vitest', 'vite', 'typescript', 'happy-dom', 'axe-core'])
    expect(names).not.toContain(tool)
  // These licences allow commercial use without disclosing one's own source.
  const licences = new Set(
    components.flatMap(({ licenses = [] }) =>
      licenses.map(({ license, expression }) => license?.id ?? expression),
    ),
  )
  for (const licence of licences)
    expect([
      'MIT',
      'MIT-0',
      'ISC',
      '0BSD',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      'BlueOak-1.0.0',
    ]).toContain(licence)
})
