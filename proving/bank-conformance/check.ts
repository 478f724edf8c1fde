import { type PostAnswer, PostFailed } from '../../product/server/src/gateways/http-post.ts'

/** The check of one promise of docs/integration.md. */
export type Check = {
  promise: string
  /** Resolves with the fault that breaks the promise, or with undefined if the promise is kept. */
  shortcoming: () => Promise<string | undefined>
}

export type Checked = { promise: string; shortcoming: string | undefined; tookMs: number }

/** Runs the checks one after the other, since the check of a repeated delivery needs the first delivery. */
export async function* walk(checks: Check[]): AsyncGenerator<Checked> {
  for (const { promise, shortcoming } of checks) {
    const began = performance.now()
    const missed = await shortcoming().catch(reasonOf)
    yield { promise, shortcoming: missed, tookMs: performance.now() - began }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof PostFailed) return error.message
  throw error
}

export function wrongStatus({ status }: PostAnswer, expected: number): string | undefined {
  return status === expected ? undefined : `answered HTTP ${status}, expected ${expected}`
}

export function notTaken({ status }: PostAnswer): string | undefined {
  return status >= 200 && status <= 299 ? undefined : `answered HTTP ${status}, expected 2xx`
}
