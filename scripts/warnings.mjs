const WARN = 40 // pino's number
const names = { warn: 40, error: 50, fatal: 60 }

/** One line for the console from a log line that is a warning or worse, or '' for all others. */
export function shortWarning({ program, stream, line }) {
  const entry = parse(line)
  if (!entry) return stream === 'stderr' ? `${program}: ${line}` : ''
  const level = names[entry.level] ?? entry.level
  if (!(level >= WARN)) return ''
  return `${program} ${level > WARN ? 'error' : 'warning'}: ${entry.msg ?? entry.err?.message ?? line}`
}

function parse(line) {
  try {
    const entry = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? entry : undefined
  } catch {
    return undefined
  }
}
