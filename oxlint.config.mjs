import { readdirSync } from 'node:fs'

import { defineConfig } from 'oxlint'

/**
 * Holds the arrows of ARCHITECTURE.md: who may import whom. A part is imported by its package name
 * (`@ekyc/…`), a folder of the same part by a relative path, so both spellings are named here.
 */
const parts = ['contract', 'rd-client', 'portal', 'server', 'sandbox', 'e2e', 'bench']

const mayImport = {
  contract: [],
  'rd-client': [],
  portal: ['contract', 'rd-client'],
  server: ['contract'],
  sandbox: [],
  e2e: ['contract'],
  bench: [],
}

const betweenParts = parts.map(part => ({
  files: [`${part}/**`],
  // The sandbox shares nothing with the others, and this test holds it to what they agreed on.
  excludeFiles: ['sandbox/src/held-to-contract.test.ts'],
  rules: { 'no-restricted-imports': forbid(otherPartsOf(part), `${part}/ may not import that part`) },
}))

// The rings of the server: domain knows nobody; http, database and gateways never know each other.
const betweenRings = Object.entries({
  domain: ['http', 'database', 'gateways', 'admin', 'testing'],
  http: ['database', 'gateways', 'admin'],
  database: ['http', 'gateways', 'admin'],
  gateways: ['http', 'database', 'admin'],
  admin: ['http'],
}).map(([ring, others]) => ({
  files: [`server/src/${ring}/**`],
  excludeFiles: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': forbid(
      [
        ...otherPartsOf('server'),
        ...others.flatMap(other => [`**/${other}/*`, `**/${other}/**`]),
        ...(ring === 'domain' ? ['fastify', 'drizzle-orm', 'drizzle-orm/**', 'postgres'] : []),
      ],
      `the ring server/src/${ring} may not import that ring`,
    ),
  },
}))

// The portal by feature: shared → features → app, never back, never across. Read from the disk, so that a new
// feature is guarded from its first file.
const features = readdirSync(new URL('./portal/src/features', import.meta.url), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

const betweenFeatures = features.map(feature => ({
  files: [`portal/src/features/${feature}/**`],
  rules: {
    'no-restricted-imports': forbid(
      [
        ...otherPartsOf('portal'),
        '**/app/**',
        ...features.filter(other => other !== feature).map(other => `**/${other}/**`),
      ],
      'a feature may not import the app or another feature',
    ),
  },
}))

const sharedPortal = ['ui', 'api', 'session', 'scanner'].map(folder => ({
  files: [`portal/src/${folder}/**`],
  rules: {
    'no-restricted-imports': forbid(
      [...otherPartsOf('portal'), '**/app/**', '**/features/**'],
      'what all features share may not import a feature or the app',
    ),
  },
}))

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', '**/test-results/**'],
  rules: {
    'no-console': 'error',
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    // Parsers and generic loops must assert what TypeScript cannot follow; `any` itself stays forbidden.
    'typescript/no-unsafe-type-assertion': 'off',
    // A factory's private functions stand below its methods on purpose, whether or not they use its variables.
    'unicorn/consistent-function-scoping': 'off',
    // TypeScript's own checks (noImplicitReturns by types) say more.
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    // Our parts are records of functions without `this`.
    'typescript/unbound-method': 'off',
    'react/react-in-jsx-scope': 'off',
    // A test may assert in a named function of its own.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
  },
  overrides: [
    { files: ['scripts/**', 'bench/**', 'drill/**'], rules: { 'no-console': 'off' } },
    ...betweenParts,
    ...betweenRings,
    ...sharedPortal,
    ...betweenFeatures,
  ],
})

function otherPartsOf(part) {
  const allowed = [part, ...(mayImport[part] ?? [])]
  return parts
    .filter(other => !allowed.includes(other))
    .flatMap(other => [`@ekyc/${other}`, `@ekyc/${other}/*`])
}

function forbid(group, message) {
  return ['error', { patterns: [{ group, message }] }]
}
