const probe = { path: '/health/live', timeoutMs: 2500 }

/** Tells whether the server answers. The log-in's script asks this too, without a byte of React. */
export async function reachesServer(): Promise<boolean> {
  try {
    await fetch(probe.path, { cache: 'no-store', signal: AbortSignal.timeout(probe.timeoutMs) })
    return true
  } catch {
    return false
  }
}
