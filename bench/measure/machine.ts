import { createHash } from 'node:crypto'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'

import { figure } from './figures.ts'

const pieces = 40

/** What figures depend on: the machine, the versions, and how much it is disturbed right now. */
export function machine(versions: Record<string, string> = {}): Record<string, string | number> {
  return {
    cpu: `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    ...versions,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    noisePercent: noisePercent(),
  }
}

/** How much longer than usual the slowest of equal pieces of work took: what others on this machine cost. */
function noisePercent() {
  const block = Buffer.alloc(1024 * 1024)
  const times = Array.from({ length: pieces }, () => {
    const began = performance.now()
    for (let turn = 0; turn < 8; turn += 1) createHash('sha256').update(block).digest()
    return performance.now() - began
  })
  const { median, high } = figure(times)
  return Math.round((high / median - 1) * 100)
}
