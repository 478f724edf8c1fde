import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  // Holds the arrows of ARCHITECTURE.md.
  jsPlugins: ['./scripts/lint/walls.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', '**/test-results/**'],
  rules: {
    'walls/arrows': 'error',
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
    // Node would load the module of such an import, though only its types are used.
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
