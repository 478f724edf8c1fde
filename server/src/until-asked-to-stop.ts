/**
 * Resolves when the process is asked to stop: by a signal, or, with `--exit-with-parent`, by its standard input
 * closing, which it does too when the parent is killed.
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    if (process.argv.includes('--exit-with-parent'))
      process.stdin.on('close', resolve).on('end', resolve).resume()
  })
}
