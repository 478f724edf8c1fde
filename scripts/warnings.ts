const WARN = 40 // The number is pino's level.
const names: Record<string, number> = { warn: 40, error: 50, fatal: 60 }

/** One line of a program's output. */
export type Said = { program: string; stream: 'stdout' | 'stderr'; line: string }

type Entry = { level?: string | number; msg?: string; err?: { message?: string } }

/** Returns a console line for a log line at level warn or above, else ''. */
export function shortWarning({ program, stream, line }: Said): string {
  const entry = parse(line)
  if (!entry) return stream === 'stderr' ? `${program}: ${line}` : ''
  const level = names[entry.level ?? ''] ?? Number(entry.level)
  if (!(level >= WARN)) return ''
  return `${program} ${level > WARN ? 'error' : 'warning'}: ${entry.msg ?? entry.err?.message ?? line}`
}

function parse(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Entry | null
    return typeof entry === 'object' && entry !== null ? entry : undefined
  } catch {
    return undefined
  }
}
