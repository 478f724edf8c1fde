import { readFileSync } from 'node:fs'

// npm hands Ctrl-C on to us although the terminal has sent it to us already: what comes this soon is the same one.
const SAME_PRESS_MS = 1000
const LOOK_AT_FAMILY_MS = 200

/**
 * Turns Ctrl-C, SIGTERM, a closed terminal and the death of npm into one abort. A second Ctrl-C calls `force` and
 * ends this process.
 */
export function listenForStop(force) {
  const controller = new AbortController()
  let since = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, onSignal)
  if (process.env.npm_lifecycle_event) stopWithNpm(() => controller.abort())

  return {
    aborted: controller.signal,
    asked: new Promise(resolve => controller.signal.addEventListener('abort', () => resolve(undefined))),
  }

  function onSignal() {
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
 * npm that is killed outright tells nobody, and one that is asked to end may end its shell alone. Then one of us has
 * another parent all at once.
 */
function stopWithNpm(stop) {
  const family = familyBelowNpm()
  setInterval(() => familyBelowNpm() !== family && stop(), LOOK_AT_FAMILY_MS).unref()
}

/** Our parent, and where that is the shell that npm put between, the shell's parent. */
function familyBelowNpm() {
  try {
    // 'pid (name) state parent …': only Linux tells it without a command. The usual shell elsewhere makes way for us.
    const [, name, shellsParent] =
      /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return /^(da|ba|a)?sh$/.test(name) ? `${process.ppid} ${shellsParent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
