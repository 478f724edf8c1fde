/** Mutation testing of the rules: `npm run test:mutation`, or `npm run test:mutation -- --mutate FILE` for one file. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'proving/mutation/vitest.mutation.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: ['product/server/src/domain/**/*.ts', 'product/server/src/http/caller.ts', '!**/*.test.ts'],
  ignorePatterns: ['/data', '/proving', '!/proving/mutation', '/product/portal', '**/test-results'],
  // Stryker rewrites a tsconfig.json by an interface that TypeScript 7 does not have, and vitest reads no
  // tsconfig.json.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // A constant is evaluated once, when its module is loaded: such a mutant needs every test anew.
  ignoreStatic: true,
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: 'test-results/stryker',
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // A mutant is stopped after the time of its tests and a minute; the default waits for half of that time more.
  timeoutFactor: 1,
  timeoutMS: 60_000,
}
