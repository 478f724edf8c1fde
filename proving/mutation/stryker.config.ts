/** Configures mutation testing of the server's rules by `npm run test:long -- mutation`. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'proving/mutation/vitest.mutation.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: ['product/server/src/domain/**/*.ts', 'product/server/src/http/caller.ts', '!**/*.test.ts'],
  ignorePatterns: ['/data', '/proving', '!/proving/mutation', '/product/portal', '**/test-results'],
  // Keeps Stryker from rewriting tsconfig.json, for which it needs an interface that TypeScript 7 does not have. vitest
  // reads no tsconfig.json.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // Skips the mutants of constants. A constant is evaluated once, when its module loads, so each such mutant would need
  // a new run of every test.
  ignoreStatic: true,
  thresholds: { high: 90, low: 80, break: 80 },
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: 'test-results/stryker',
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // Stops a mutant a minute after the usual time of its tests. The default factor would add half of the usual time.
  timeoutFactor: 1,
  timeoutMS: 60_000,
}
