import { defineConfig, type DummyRuleMap } from 'oxlint'

import { onMachineClock } from './scripts/suite/test-day.ts'

type Refused = { selector: string; message: string }

function refuse(...syntax: Refused[]): DummyRuleMap {
  return { 'eslint-js/no-restricted-syntax': ['error', ...syntax] }
}

const nameTheMoment = 'name the moment: a test has testDay, the clock of its server, or a value of its own'
const newDate = 'NewExpression[callee.name="Date"][arguments.length=0]'
const now: Refused[] = [
  { selector: newDate, message: nameTheMoment },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: nameTheMoment,
  },
]
/** These make a test depend on the speed of the machine. */
const haste: Refused[] = [
  {
    selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/]',
    message: 'expect.poll waits as long as vitest.config.ts says; vi.waitFor gives up after a second',
  },
  {
    selector: 'CallExpression[callee.property.name="isVisible"]',
    message: 'expect(…).toBeVisible() waits; isVisible() looks once, perhaps too early',
  },
  {
    selector: 'Property[key.name="shouldAdvanceTime"]',
    message: 'fake time stands still until a test moves it, else a slow machine moves it',
  },
]
const sleep: Refused[] = [
  ...['name="sleep"', 'property.name="waitForTimeout"'].map(called => ({
    selector: `ExpressionStatement[expression.argument.callee.${called}] + ExpressionStatement:has(Identifier[name="expect"])`,
    message: 'wait for an event, never for a time: expect.poll looks again until it is there',
  })),
  {
    selector:
      'ImportDeclaration[source.value="node:timers/promises"] > [imported.name="setTimeout"]:not([local.name="sleep"])',
    message: 'a test calls it sleep, so that the rule about sleeping finds it',
  },
]

const environment: Refused = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'only a main.ts has the environment, for server/src/config/read-config.ts',
}
const domain = [
  newDate,
  'MemberExpression[object.name="Date"][property.name="now"]',
  'MemberExpression[object.name="Math"][property.name="random"]',
  environment.selector,
  'CallExpression[callee.name="fetch"]',
].map((selector): Refused => ({
  selector,
  message: 'time, chance, the network and the environment are parameters of the domain',
}))
/** A constant that stands below the work of a program is not set yet while the work runs. */
const late: Refused = {
  selector:
    'Program > :matches(ExpressionStatement, TryStatement):has(AwaitExpression) ~ VariableDeclaration',
  message: 'a program sets its constants before it begins its work',
}
const kept = ['Program', 'Program > ExportNamedDeclaration'].map((place): Refused => ({
  selector: `${place} > VariableDeclaration[kind="let"]`,
  message: 'what belongs to a person stands in a store that ends with the session',
}))

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'vitest'],
  jsPlugins: ['./scripts/lint/walls.ts', { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', 'data/**', '**/test-results/**'],
  rules: {
    ...refuse(late),
    'walls/arrows': 'error',
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
    {
      files: ['**/{portal,console}/src/{app,features,scanner}/**'],
      rules: refuse(...kept),
    },
    { files: ['**/server/src/**'], rules: refuse(environment) },
    { files: ['**/server/src/domain/**'], rules: refuse(...domain) },
    {
      files: ['main', 'console-main', 'command-line/main', 'process/build-info'].map(
        file => `**/server/src/${file}.ts`,
      ),
      rules: refuse(late),
    },
    { files: ['**/*.{test,spec}.{ts,tsx}', '**/testing/**'], rules: refuse(...now, ...haste, ...sleep) },
    // A long test may need real seconds, such as a driver's or a kernel's.
    { files: ['**/*.long.test.ts'], rules: refuse(...now, ...haste) },
    // Journeys run the real product, which has the machine's clock.
    {
      files: ['**/proving/journeys/**', ...onMachineClock.map(file => `**/${file}`)],
      rules: refuse(...haste, ...sleep),
    },
  ],
})
