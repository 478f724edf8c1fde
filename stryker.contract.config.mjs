import rules from './stryker.config.mjs'

/** Mutation testing of the contract: `npm run test:mutation:contract`. Its tests are quick, so constants are changed too. */
export default {
  ...rules,
  vitest: { configFile: 'vitest.mutation.contract.config.ts' },
  mutate: ['contract/src/**/*.ts', '!**/*.test.ts', '!**/testing/**', '!contract/src/examples.ts'],
  ignoreStatic: false,
  timeoutMS: 15_000,
}
