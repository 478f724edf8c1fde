/** The types of build.mjs, for tests of the built portal. */
export function buildIfStale(
  progress: <T>(title: string, work: () => Promise<T>) => Promise<T>,
  signal?: AbortSignal,
): Promise<void>
