import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

import type { Statement } from './statements.ts'

/** Matches the place before each part of a statement that combines several parts. */
const aPart = /(?=part_\d+ as materialized)/
const literalOrParameter = /'(?:[^']|'')*'|\$(\d+)/g

/**
 * Writes a pgbench script of one call's statements. `meaning` gets a literal and the statement, or part of a statement,
 * that contains it. If the literal differs between calls, `meaning` returns a pgbench expression for it. The script
 * repeats all other literals.
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
 * Runs a pgbench script with prepared statements.
 * @returns the transactions per second; the time to connect does not count
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

/** Escapes the colons of a literal, because pgbench reads a colon before letters or digits as a variable. */
function withoutVariables(literal: string) {
  if (!literal.includes(':')) return literal
  return `U&${literal.replaceAll('\\', String.raw`\\`).replaceAll(':', String.raw`\003A`)}`
}
