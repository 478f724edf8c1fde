import { defineConfig } from 'oxfmt'

export default defineConfig({
  semi: false,
  singleQuote: true,
  printWidth: 110,
  trailingComma: 'all',
  arrowParens: 'avoid',
  sortPackageJson: false,
  ignorePatterns: [
    '**/dist/**',
    'data/**',
    '**/test-results/**',
    '**/package-lock.json',
    // Generated, or recorded.
    'proving/bench/recorded.json',
    'docs/openapi.json',
    'docs/openapi-console.json',
    'docs/compliance.md',
    'docs/schemas/**',
    // As agents saved them.
    'product/rd-client/src/testing/cases/**',
  ],
})
