import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

import type { Statement } from './statements.ts'

/** Begins a statement that travels with others as one. */
const aPart = /(?=part_\d+ as materialized)/
const literalOrParameter = /'(?:[^']|'')*'|\$(\d+)/g

/**
 * Writes a pgbench script of one call's statements. `meaning` returns an expression for a literal that differs between
 * calls, by the statement or its part; the script repeats all other literals.
 */
export function pgbenchScript({
  file,
  variables,
  statements,
  meaning,
}: {
  file: string
  variables: string[]
  statements: Statement[]
  meaning(literal: string, text: string): string | undefined
}): void {
  const lines = statements.map(({ text, values }) => {
    const valueOf = (number: string) => values[Number(number) - 1] ?? 'NULL'
    const written = text
      .split(aPart)
      .map(part =>
        part.replaceAll(literalOrParameter, (literal: string, number?: string) =>
          number === undefined
            ? withoutVariables(literal)
            : (meaning(valueOf(number), part) ?? withoutVariables(valueOf(number))),
        ),
      )
    return `${written.join('')};`
  })
  writeFileSync(file, [...variables, ...lines, ''].join('\n'))
}

/**
 * Runs a script with prepared statements.
 * @returns transactions per second, without the time to connect
 */
export async function pgbench({
  program,
  url,
  file,
  clients,
  seconds,
  define = {},
}: {
  program: string
  url: string
  file: string
  clients: number
  seconds: number
  define?: Record<string, number> | undefined
}): Promise<number> {
  const { hostname, port, username, pathname } = new URL(url)
  const { stdout } = await promisify(execFile)(program, [
    `--host=${hostname}`,
    `--port=${port}`,
    `--username=${username}`,
    `--client=${clients}`,
    `--time=${seconds}`,
    `--file=${file}`,
    '--protocol=prepared',
    '--no-vacuum',
    ...Object.entries(define).map(([name, value]) => `--define=${name}=${value}`),
    pathname.slice(1),
  ])
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0)
  if (failed > 0) throw new Error(`pgbench: ${failed} failed transactions`)
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** pgbench reads a colon followed by letters and digits as a variable, even inside a literal. */
function withoutVariables(literal: string) {
  if (!literal.includes(':')) return literal
  return `U&${literal.replaceAll('\\', String.raw`\\`).replaceAll(':', String.raw`\003A`)}`
}
