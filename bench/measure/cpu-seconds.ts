import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** How long a process and its children have worked until now, in seconds of one core; NaN on other systems than Linux. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(stat)
    .filter(process => process.parent === pid)
  // A child that has ended is in its parent's count.
  const own = stat(String(pid))
  return children.reduce((sum, { ticks }) => sum + ticks, own.ticks + own.endedTicks) / ticksPerSecond
}

function stat(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const field = (index: number) => fields[index] ?? 0
    return { parent: field(1), ticks: field(11) + field(12), endedTicks: field(13) + field(14) }
  } catch {
    return { parent: undefined, ticks: 0, endedTicks: 0 }
  }
}
