const WARN = 40

export type Said = { program: string; stream: 'stdout' | 'stderr'; line: string }

type Entry = { level?: number; msg?: string; err?: { message?: string } }

/** Returns the short text of a warning, an error or a stderr line that is no log line, and '' for other lines. */
export function shortWarning({ program, stream, line }: Said): string {
  const entry = parse(line)
  if (!entry) return stream === 'stderr' ? `${program}: ${line}` : ''
  const { level = 0 } = entry
  if (level < WARN) return ''
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
