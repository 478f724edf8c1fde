import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const periodUs = 10_000
const root = '/sys/fs/cgroup'

/** How the kernel is told about a process's share of a core: control groups of version 2, or of version 1. */
const kinds = [
  {
    parent: root,
    isThere: () => existsSync(join(root, 'cgroup.controllers')),
    limits: share => ({ 'cpu.max': `${share * periodUs} ${periodUs}` }),
  },
  {
    parent: join(root, 'cpu'),
    isThere: () => existsSync(join(root, 'cpu', 'cgroup.procs')),
    limits: share => ({ 'cpu.cfs_period_us': `${periodUs}`, 'cpu.cfs_quota_us': `${share * periodUs}` }),
  },
]

/**
 * Holds each process to `share` of a core, so that a small machine can play several.
 *
 * @returns what lifts it again, or undefined where we may not do that (we need to be root on Linux)
 */
export function capCpu(pids, share) {
  const kind = kinds.find(({ isThere }) => isThere())
  if (!kind) return undefined
  const groups = []
  const lift = () => {
    for (const { pid, group } of groups.splice(0)) {
      writeFileSync(join(kind.parent, 'cgroup.procs'), String(pid))
      rmdirSync(group)
    }
  }
  try {
    for (const pid of pids) {
      const group = join(kind.parent, `ekyc-bench-${pid}`)
      mkdirSync(group)
      groups.push({ pid, group })
      for (const [name, value] of Object.entries(kind.limits(share))) writeFileSync(join(group, name), value)
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
    }
    return lift
  } catch {
    lift()
    return undefined
  }
}
