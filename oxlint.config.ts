import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  jsPlugins: ['./scripts/lint/walls.ts', './scripts/lint/steady-tests.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', '**/test-results/**'],
  rules: {
    'walls/arrows': 'error',
    'steady/tests': 'error',
    'no-console': 'error',
    'import/no-cycle': 'error',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off',
    // Parsers and generic loops need type assertions where TypeScript cannot follow the types; `any` stays forbidden.
    'typescript/no-unsafe-type-assertion': 'off',
    // A factory's private functions stand below its methods on purpose, even those that use none of its variables.
    'unicorn/consistent-function-scoping': 'off',
    // TypeScript's own check `noImplicitReturns` knows the types, so it finds more than this rule.
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    // The objects of this project are records of functions that do not use `this`, so a function works without its
    // object.
    'typescript/unbound-method': 'off',
    'react/react-in-jsx-scope': 'off',
    // A test may make its assertions in a function of its own whose name begins with `expect`.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    // Node would load the module of `import { type A }`, although the code uses its types only.
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
  },
  overrides: [
    {
      files: ['scripts/**', 'proving/{audit,bench,drill,languages}/**'],
      rules: { 'no-console': 'off' },
    },
  ],
})
