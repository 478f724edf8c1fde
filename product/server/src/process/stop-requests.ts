export type StopRequests = {
  stop: AbortSignal
  /** Aborts at a signal after the first request. That signal asks to stop without waiting. */
  stopAtOnce: AbortSignal
}

/**
 * Aborts `stop` on a signal. With `--exit-with-parent`, `stop` also aborts at the end of standard input, which comes
 * even if the parent process is killed.
 */
export function listenForStop(): StopRequests {
  const [first, second] = [new AbortController(), new AbortController()]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (first.signal.aborted ? second : first).abort())
  if (process.argv.includes('--exit-with-parent')) {
    const parentLeft = (): void => first.abort()
    process.stdin.on('close', parentLeft).on('end', parentLeft).resume()
  }
  return { stop: first.signal, stopAtOnce: second.signal }
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
