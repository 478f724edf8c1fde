import { readFileSync } from 'node:fs'

// The time, in ms, within which a second Ctrl-C counts as the same press. npm forwards a Ctrl-C that this process has
// already got from the terminal.
const SAME_PRESS_MS = 1000
const LOOK_AT_PARENTS_MS = 200

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
 * Calls `stop` when npm ends. A killed npm sends no signal, and an npm that is asked to end may end only its shell.
 * Either event changes a parent of this process.
 */
function stopWithNpm(stop: () => void): void {
  const parents = parentsUpToNpm()
  setInterval(() => parentsUpToNpm() !== parents && stop(), LOOK_AT_PARENTS_MS).unref()
}

/** Returns the process id of npm, and of the shell between npm and this process, which only Linux keeps. */
function parentsUpToNpm(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${/\((?:da|ba|a)?sh\) \S (\d+)/.exec(stat)?.[1]}`
  } catch {
    return String(process.ppid)
  }
}
