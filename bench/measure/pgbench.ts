import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

import type { Statement } from './statements.ts'

/**
 * Writes a pgbench script of one call's statements. `meaning` returns an expression for a literal that differs from call to
 * call; the script repeats all other literals.
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
    const whole = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const literal = values[Number(number) - 1] ?? 'NULL'
      return meaning(literal, text) ?? withoutVariables(literal)
    })
    return `${whole.replaceAll(/\s+/g, ' ')};`
  })
  writeFileSync(file, [...variables, ...lines, ''].join('\n'))
}

/** Runs a script with prepared statements. @returns transactions a second, without the time to connect */
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

/** pgbench reads a colon and a letter as a variable, also inside a literal. */
function withoutVariables(literal: string) {
  return /:[a-z_]/i.test(literal) ? `(${literal.replaceAll(':', `' || chr(58) || '`)})` : literal
}
