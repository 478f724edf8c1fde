import { relative } from 'node:path'

import { readsMachineClock } from '../suite/test-day.ts'

/** The fields that the rule reads from ESTree's nodes of all types. */
type Node = {
  type: string
  name?: string
  value?: unknown
  body?: Node | Node[]
  expression?: Node
  argument?: Node
  arguments?: Node[]
  callee?: Node
  object?: Node
  property?: Node
  key?: Node
  source?: Node
  specifiers?: { local: Node }[]
}

type Context = {
  cwd: string
  filename: string
  report: (problem: { node: Node; message: string }) => void
}

const isTest = /\.(?:test|spec)\.tsx?$|\/testing\//
/** Journeys run the real product, which has the machine's clock, and its simulated world must be as slow as a real one. */
const isJourney = /^proving\/journeys\//

const rule = {
  create(context: Context): Record<string, (node: Node) => void> {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/')
    if (!isTest.test(file)) return {}
    const mayReadClock = isJourney.test(file) || readsMachineClock(file)
    // A long test may need real seconds, such as a driver's or a kernel's.
    const mayWait = file.includes('.long.')
    const sleeps = new Set<string>()

    function refuse(node: Node, message: string): void {
      context.report({ node, message })
    }

    function checkStatements({ body }: Node): void {
      if (mayWait || !Array.isArray(body)) return
      for (const [index, statement] of body.entries()) {
        const next = body[index + 1]
        if (next && isSleep(statement) && rootOf(next.expression)?.name === 'expect')
          refuse(statement, 'wait for an event, never for a time: expect.poll looks again until it is there')
      }
    }

    function isSleep({ expression }: Node): boolean {
      const call = expression?.type === 'AwaitExpression' ? expression.argument : undefined
      return call?.callee?.property?.name === 'waitForTimeout' || sleeps.has(call?.callee?.name ?? '')
    }

    return {
      ImportDeclaration({ source, specifiers = [] }) {
        if (source?.value === 'node:timers/promises')
          for (const { local } of specifiers) sleeps.add(local.name ?? '')
      },
      NewExpression(node) {
        if (!mayReadClock && node.callee?.name === 'Date' && node.arguments?.length === 0)
          refuse(node, 'name the moment: a test has testDay, the clock of its server, or a value of its own')
      },
      CallExpression(node) {
        const called = `${node.callee?.object?.name ?? ''}.${node.callee?.property?.name ?? ''}`
        if (!mayReadClock && called === 'Date.now')
          refuse(node, 'name the moment: a test has testDay, the clock of its server, or a value of its own')
        if (called === 'vi.waitFor' || called === 'vi.waitUntil')
          refuse(
            node,
            'expect.poll waits as long as vitest.config.ts says; vi.waitFor gives up after a second',
          )
        if (called.endsWith('.isVisible'))
          refuse(node, 'expect(…).toBeVisible() waits; isVisible() looks once, perhaps too early')
      },
      Property(node) {
        if (node.key?.name === 'shouldAdvanceTime')
          refuse(node, 'fake time stands still until a test moves it, else a slow machine moves it')
      },
      BlockStatement: checkStatements,
      'Program:exit': checkStatements,
    }
  },
}

/** The lint plugin that refuses tests whose outcome depends on the day or on the speed of the machine. */
export default { meta: { name: 'steady' }, rules: { tests: rule } }

/** Returns the first name of an expression such as `await expect(a).b()`. */
function rootOf(node: Node | undefined): Node | undefined {
  const inner = node?.argument ?? node?.callee ?? node?.object
  return inner ? rootOf(inner) : node
}
