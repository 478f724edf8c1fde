import type { Runner, Statement } from './runner.ts'

type Waiting = { statement: Statement; resolve(rows: unknown[]): void; reject(error: unknown): void }

/**
 * Returns a runner that combines concurrent statements into one, each as a part of its `with`. PostgreSQL and Citus run
 * the parts in the order of their calls, and run either all parts or none. In PostgreSQL no part sees the writes of
 * another part. In Citus a later part sees the writes of an earlier one, so no part may depend on another part's
 * writes. A statement that locks is sent alone, because later statements must see the changes for which it has waited.
 */
export function together(runner: Runner): Runner {
  let waiting: Waiting[] = []
  return {
    ...runner,
    run: statement =>
      new Promise((resolve, reject) => {
        const isAlone = locks(statement)
        if (isAlone) send()
        if (waiting.push({ statement, resolve, reject }) === 1) queueMicrotask(send)
        if (isAlone) send()
      }),
  }

  function send(): void {
    const parts = waiting
    waiting = []
    const [first, ...others] = parts
    if (!first) return
    const sent =
      others.length === 0
        ? runner.run(first.statement).then(rows => [rows])
        : runner.run(asOne(parts.map(part => part.statement))).then(rows => rowsOfParts(parts, rows))
    sent.then(
      rows => parts.forEach((part, index) => part.resolve(rows[index] ?? [])),
      (error: unknown) => parts.forEach(part => part.reject(error)),
    )
  }
}

/** Tells whether a statement takes a row lock or an advisory lock. Citus would drop the latter from a `with`. */
function locks({ text, columns }: Statement): boolean {
  return /\bfor (no key )?update\b/.test(text) || (/^\s*select\b/.test(text) && columns?.length === 0)
}

/** The combined statements by the names of their parts. The map stays small, because few combinations occur. */
const texts = new Map<string, Required<Pick<Statement, 'name' | 'text' | 'columns'>>>()

function asOne(parts: Statement[]): Statement {
  const names = parts.map(({ name, text }) => name ?? text).join(', ')
  const whole = texts.get(names) ?? textOf(parts, `together_${texts.size}`)
  texts.set(names, whole)
  return { ...whole, values: parts.flatMap(({ values }) => values), parts }
}

/** @param name the name of the statement and of its first column, by which answer-shapes.ts checks the answer */
function textOf(parts: Statement[], name: string) {
  let numbered = 0
  const queries: string[] = []
  const results: string[] = []
  for (const [index, { text, columns = [], values }] of parts.entries()) {
    const before = numbered
    numbered += values.length
    const ownText = text.replaceAll(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)
    queries.push(`part_${index} as materialized (${ownText}${columns.length === 0 ? ' returning 1' : ''})`)
    const cells = columns.map(column => `${column}::text`).join(', ')
    results.push(`select ${index} as ${name}, json_build_array(${cells}) as cells from part_${index}`)
  }
  const text = `with ${queries.join(', ')}\n${results.join(' union all\n')}`
  return { name, text, columns: [name, 'cells'] }
}

function rowsOfParts(parts: Waiting[], rows: unknown[]): unknown[][] {
  const ofParts = parts.map((): unknown[] => [])
  for (const row of rows) {
    const { index, cells } = partOf(row as unknown[])
    ofParts[index]?.push(cells)
  }
  return ofParts
}

/** Reads a row of a combined statement: the index of its part, and the part's own row as texts. */
export function partOf([index, cells]: unknown[]): { index: number; cells: unknown[] } {
  return { index: Number(index), cells: JSON.parse(String(cells)) }
}
