export const sessionKeyDatabase = 'session-key'

export function forgetSessionKey(): void {
  try {
    indexedDB.deleteDatabase(sessionKeyDatabase)
  } catch {
    // Without storage there is no key to delete.
  }
}
