/** The types of build.mjs, for tests of the built programs. */
export function buildIfStale(
  progress: <T>(title: string, work: () => Promise<T>) => Promise<T>,
  signal?: AbortSignal,
  only?: ('node' | 'portal')[],
): Promise<void>
