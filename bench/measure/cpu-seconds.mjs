import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** How long a process and its children have worked until now, in seconds of one core; Linux tells it, others do not. */
export function cpuSeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), ...stat(name) }))
    .filter(process => process.parent === pid)
  // A child that has ended is in its parent's count.
  const own = stat(String(pid))
  return (
    [own.ticks + own.endedTicks, ...children.map(child => child.ticks)].reduce((a, b) => a + b) /
    ticksPerSecond
  )
}

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1], ticks: fields[11] + fields[12], endedTicks: fields[13] + fields[14] }
  } catch {
    return { parent: undefined, ticks: 0, endedTicks: 0 }
  }
}
