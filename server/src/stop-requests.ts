export type StopRequests = {
  /** Aborted when the process is asked to stop. */
  asked: AbortSignal
  /** Aborted when a signal asks a second time: whoever sends it does not want to wait. */
  askedAgain: AbortSignal
}

/**
 * The process is asked to stop by a signal, or, with `--exit-with-parent`, by its standard input closing, which it does
 * too when the parent is killed.
 */
export function listenForStop(): StopRequests {
  const [first, second] = [new AbortController(), new AbortController()]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => (first.signal.aborted ? second : first).abort())
  if (process.argv.includes('--exit-with-parent')) {
    const parentLeft = (): void => first.abort()
    process.stdin.on('close', parentLeft).on('end', parentLeft).resume()
  }
  return { asked: first.signal, askedAgain: second.signal }
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
