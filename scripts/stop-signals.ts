import { readFileSync } from 'node:fs'

// The time, in ms, within which a second Ctrl-C counts as the same press. npm forwards a Ctrl-C that this process has
// already got from the terminal.
const SAME_PRESS_MS = 1000
const LOOK_AT_FAMILY_MS = 200

/**
 * Turns Ctrl-C, SIGTERM, a closed terminal, and the end of npm into an abort of `aborted`. A second Ctrl-C calls
 * `force` and ends this process.
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
 * Calls `stop` when npm ends, by watching the parent processes up to npm. A killed npm sends no signal, and an npm that
 * is asked to end may end only its shell. Either event changes the parent of a process between npm and this one.
 */
function stopWithNpm(stop: () => void): void {
  const family = familyBelowNpm()
  setInterval(() => familyBelowNpm() !== family && stop(), LOOK_AT_FAMILY_MS).unref()
}

/** Returns the process ids from this process's parent up to npm. A shell may be between them. */
function familyBelowNpm(): string {
  const family = [process.ppid]
  for (let pid = process.ppid; ;) {
    const { name, parent } = statOf(pid)
    if (parent === undefined || !isShell(name)) return family.join(' ')
    family.push(parent)
    pid = parent
  }
}

function isShell(name: string): boolean {
  return /^(da|ba|a)?sh$/.test(name)
}

/**
 * Returns the name and the parent of a process from /proc, which only Linux has. On other systems the parent of this
 * process is enough, because their usual shells replace themselves by the command.
 */
function statOf(pid: number): { name: string; parent: number | undefined } {
  try {
    const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: parent === undefined ? undefined : Number(parent) }
  } catch {
    return { name: '', parent: undefined }
  }
}
