import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const periodUs = 10_000
const root = '/sys/fs/cgroup'

type ControlGroups = {
  parent: string
  isThere(): boolean
  limits(share: number): Record<string, string>
}

/** Linux limits a process by a control group of version 2 or of version 1. */
const kinds: ControlGroups[] = [
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
 * Limits each process to `share` of a core, so that a small machine can simulate several.
 * @returns `stop()`, which removes the limits; undefined where this process may not set them (it must be root on Linux)
 */
export function capCpu(pids: number[], share: number): { stop(): void } | undefined {
  const kind = kinds.find(({ isThere }) => isThere())
  if (!kind) return undefined
  const groups: { pid: number; group: string }[] = []
  const stop = () => {
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
    return { stop }
  } catch {
    stop()
    return undefined
  }
}
