import rules from './stryker.config.ts'

/**
 * Configures mutation testing of the contract, whose tests are quick, so that
 * Stryker changes constants too.
 */
export default {
  ...rules,
  vitest: { configFile: 'proving/mutation/vitest.mutation.contract.config.ts' },
  mutate: [
    'product/contract/src/**/*.ts',
    '!**/*.test.ts',
    '!**/testing/**',
    '!product/contract/src/examples.ts',
    '!product/contract/src/open-api/**',
  ],
  ignoreStatic: false,
  timeoutMS: 15_000,
}
