// npm hands Ctrl-C on to us although the terminal has sent it to us already: what comes this soon is the same one.
const SAME_PRESS_MS = 1000
const LOOK_AT_PARENT_MS = 1000

/**
 * Turns Ctrl-C, SIGTERM, a closed terminal and the death of npm into one abort. A second Ctrl-C calls `force` and
 * ends this process.
 */
export function listenForStop(force) {
  const controller = new AbortController()
  let since = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.on(signal, onSignal)
  if (process.env.npm_lifecycle_event) stopWithParent(() => controller.abort())

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

/** npm that is killed outright tells nobody; then we belong to another parent all at once. */
function stopWithParent(stop) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), LOOK_AT_PARENT_MS).unref()
}
