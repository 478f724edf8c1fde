import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns the ids of a process's children. The function reads /proc, so it works on Linux only. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Returns the processor seconds that a process and its children have used, or NaN on systems other than Linux. */
function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const ownTicks = ticksOf(pid)
  // The figures of the parent include the children that have ended.
  const children = childrenOf(pid).map(child => ticksOf(child).running)
  return children.reduce((sum, ticks) => sum + ticks, ownTicks.running + ownTicks.ended) / ticksPerSecond
}

/**
 * Starts to count the processor time of a process.
 * @returns a function that returns the processor time used since then per call, in ms
 */
export function startCpu(pid: number): (calls: number) => number {
  const before = cpuSeconds(pid)
  return calls => ((cpuSeconds(pid) - before) * 1_000) / calls
}

/** Returns the process that started a process, as PostgreSQL does for each connection. */
export function parentOf(pid: number): number {
  return process.platform === 'linux' ? Number(statOf(pid)[1]) : Number.NaN
}

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function ticksOf(pid: number): { running: number; ended: number } {
  try {
    const fields = statOf(pid)
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1])
    return { running: ticks(11), ended: ticks(13) }
  } catch {
    return { running: 0, ended: 0 }
  }
}
