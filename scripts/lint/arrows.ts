type Paths = Record<string, string[]>

const within =
  (part: string) =>
  (...paths: string[]) =>
    paths.map(path => `${part}/src/${path}`)
const [inConsole, inPortal, inServer] = [within('console'), within('portal'), within('server')]

/** The packages of the server. */
export const ofServer = ['contract', 'private-keys', 'private-postgres', 'signed-xml']

/**
 * The allowed imports (ARCHITECTURE.md). A file belongs to the longest path that contains it. It may import its own
 * path, everything below that path, and the paths named here. `*` stands for one folder. Paths are in `product/`,
 * unless they begin with `proving/` or `scripts`.
 */
export const arrows: Paths = {
  contract: [],
  'rd-client': [],
  'rd-simulator': [],

  ui: ['contract'],

  portal: ['contract', 'rd-client', 'ui'],
  'portal/src/texts': ['contract', 'ui'],
  'portal/src/session': ['contract', 'ui'],
  'portal/src/api': ['contract', 'portal/src/session', 'ui'],
  'portal/src/ui': ['contract', 'ui', ...inPortal('api', 'session', 'texts')],
  'portal/src/scanner': ['contract', 'rd-client', 'ui', ...inPortal('api', 'session', 'texts', 'ui')],
  'portal/src/features/*': [
    'contract',
    'rd-client',
    'ui',
    ...inPortal('api', 'scanner', 'session', 'texts', 'ui'),
  ],
  'portal/src/app': ['contract', 'ui', ...inPortal('api', 'features', 'scanner', 'session', 'texts', 'ui')],
  'portal/src/testing': ['contract', 'rd-client', 'portal', 'ui'],

  console: ['contract', 'ui'],
  'console/src/session': ['contract', 'console/src/sheet', 'ui'],
  'console/src/parts': ['contract', 'ui', ...inConsole('session', 'texts')],
  'console/src/sheet': ['contract'],
  'console/src/features/*': ['contract', 'ui', ...inConsole('parts', 'session', 'sheet', 'texts')],
  'console/src/app': ['contract', 'ui', ...inConsole('features', 'parts', 'session', 'texts')],
  'console/src/testing': ['contract', 'console', 'ui'],

  'private-keys': [],
  'private-postgres': [],
  'signed-xml': [],

  server: ofServer,
  'server/src/network': [],
  'server/src/log': inServer('tracing'),
  'server/src/process': [],
  'server/src/domain': ['contract'],
  // The types of the stores are those of the functions behind them. Nothing else of the database comes here.
  'server/src/domain/stores.ts': inServer('database/stores.ts', 'domain'),
  'server/src/tracing': inServer('process/build-info.ts'),
  'server/src/metrics': inServer('domain', 'process/build-info.ts', 'tracing'),
  'server/src/hashing': inServer('domain'),
  'server/src/database': ['contract', 'private-postgres', ...inServer('domain', 'network')],
  'server/src/gateways': ['contract', 'private-keys', 'signed-xml', ...inServer('domain', 'tracing')],
  'server/src/http': ['contract', ...inServer('domain', 'metrics', 'network', 'tracing')],
  'server/src/config': [
    'contract',
    'private-keys',
    ...inServer('database/link/database-url.ts', 'domain', 'gateways', 'network'),
  ],
  'server/src/doctor': [
    'contract',
    'private-keys',
    ...inServer('config', 'database', 'domain', 'gateways', 'network'),
  ],
  'server/src/acts': ['contract', ...inServer('database', 'domain')],
  'server/src/console': ['contract', ...inServer('acts', 'domain', 'http', 'network', 'tracing')],
  'server/src/command-line': [
    'contract',
    ...inServer('acts', 'config', 'database', 'doctor', 'domain', 'log', 'metrics', 'process/build-info.ts'),
  ],
  'server/testing': [...ofServer, 'sandbox/src/provider/provider.ts', 'server'],

  sandbox: ['rd-simulator'],
  'sandbox/src/demo': [
    'contract',
    'rd-simulator',
    'sandbox/src/provider/staff.ts',
    ...inServer('config', 'database', 'domain'),
  ],

  'proving/journeys': [
    'contract',
    'private-postgres/src/testing',
    'rd-client/src/testing',
    'proving/languages',
    'scripts',
  ],
  'proving/drill': ['contract', 'proving/journeys/http-client.ts', 'scripts'],
  'proving/languages': ['contract', 'console/src/texts', 'portal/src/texts', 'scripts'],
  'proving/bank-conformance': ['contract', ...inServer('config', 'gateways')],
  'proving/mutation': [],
  'proving/bench': [
    'contract',
    'private-postgres',
    'proving/journeys/browser.ts',
    'proving/journeys/http-client.ts',
    'scripts',
    'server/testing',
    ...inServer('domain'),
  ],

  scripts: ['proving/journeys/browser.ts', 'proving/languages', 'proving/specification.ts'],
  'scripts/dev.ts': ['scripts', 'server/testing'],
}

/** The imports that only the tests of a path may have. */
export const arrowsOfTests: Paths = {
  console: ['console/src/testing'],
  portal: ['portal/src/testing'],
  'rd-client': ['rd-simulator', 'sandbox/src/main.ts'],
  'signed-xml': ['server/testing'],
  server: ['private-postgres', 'server'],
  'server/src/command-line/operations/demo.test.ts': ['sandbox/src/demo'],
  'sandbox/src/held-to-contract.test.ts': ['contract'],
  'sandbox/src/demo': ['server/testing'],
  'proving/bank-conformance': ['server/testing'],
  scripts: ['contract/src/testing', 'server/package.json', 'server/testing'],
}

/**
 * The packages, and modules of Node, that the files of a path may import. A file belongs to the longest path
 * that contains it. A path without an entry may import every package.
 */
export const packagesOf: Paths = {
  contract: ['typebox'],
  'rd-client': [],
  'ui/src': ['@tanstack/react-query', 'react', 'zustand'],
  'console/src': ['@tanstack/react-query', 'react', 'react-dom', 'zustand'],
  'console/src/sheet': ['read-excel-file'],
  'portal/src': ['@tanstack/react-query', 'react', 'react-dom', 'zustand'],
  'server/src/acts': ['typebox'],
  'server/src/domain': ['node:crypto', 'node:timers/promises', 'p-limit'],
}

/** The packages, or all of a scope, that only some paths may import, each with these paths. */
export const ownersOf: Paths = {
  '@commander-js': inServer('command-line'),
  '@node-rs': ['sandbox', ...inServer('database', 'hashing')],
  '@opentelemetry': inServer('tracing'),
  '@simplewebauthn': inServer('gateways'),
  fastify: [
    'proving/bench',
    'sandbox',
    'server/testing',
    ...inServer('assemble.ts', 'assemble-console.ts', 'console', 'database', 'http', 'main.ts'),
  ],
  jose: inServer('gateways'),
  koffi: ['private-keys'],
  'openid-client': inServer('gateways'),
  pg: ['private-postgres', 'proving/bench', 'server/testing', ...inServer('database', 'doctor')],
  'prom-client': inServer('metrics'),
  react: ['console', 'portal', 'ui'],
}
