import { readFileSync } from 'node:fs'

// npm forwards a Ctrl-C that this process has already got from the terminal; a second one within this time is the same
// press.
const SAME_PRESS_MS = 1000
const LOOK_AT_FAMILY_MS = 200

/**
 * Turns Ctrl-C, SIGTERM, a closed terminal and the end of npm into one abort. A second Ctrl-C calls `force` and ends
 * this process.
 */
export function listenForStop(force: () => void): { aborted: AbortSignal; asked: Promise<undefined> } {
  const controller = new AbortController()
  let since = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, onSignal)
  if (process.env.npm_lifecycle_event) stopWithNpm(() => controller.abort())

  return {
    aborted: controller.signal,
    asked: new Promise<undefined>(resolve =>
      controller.signal.addEventListener('abort', () => resolve(undefined)),
    ),
  }

  function onSignal(): void {
    if (!controller.signal.aborted) {
      since = performance.now()
      controller.abort()
    } else if (performance.now() - since > SAME_PRESS_MS) {
      force()
      process.exit(1)
    }
  }
}

/**
 * Watches the parents up to npm. A killed npm sends no signal, and an npm that is asked to end may end only its shell;
 * either changes the parent of a process between npm and this one.
 */
function stopWithNpm(stop: () => void): void {
  const family = familyBelowNpm()
  setInterval(() => familyBelowNpm() !== family && stop(), LOOK_AT_FAMILY_MS).unref()
}

/** Returns the process ids from this process's parent up to npm: a shell and the launcher may be between. */
function familyBelowNpm(): string {
  const family = [process.ppid]
  for (let pid = process.ppid; ;) {
    const { name, parent } = statOf(pid)
    if (parent === undefined || !(isShell(name) || String(pid) === process.env.LAUNCHER_PID))
      return family.join(' ')
    family.push(parent)
    pid = parent
  }
}

function isShell(name: string): boolean {
  return /^(da|ba|a)?sh$/.test(name)
}

/** Reads /proc, which only Linux has. On other systems the usual shells replace themselves by their command. */
function statOf(pid: number): { name: string; parent: number | undefined } {
  try {
    const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: parent === undefined ? undefined : Number(parent) }
  } catch {
    return { name: '', parent: undefined }
  }
}
