import { createHash } from 'node:crypto'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'

import { figure } from './figures.ts'

const pieces = 40

/** Describes the machine, and how much other programs disturb it now. */
export function machine(): Record<string, string | number> {
  return {
    cpu: `${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    noisePercent: noisePercent(),
  }
}

/**
 * Runs equal pieces of work.
 * @returns by how many percent the slowest piece took longer than the median
 */
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
