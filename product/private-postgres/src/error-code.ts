/** Returns the code of a system or database error, such as 'ENOENT' or '28P01'. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return error.code
}
