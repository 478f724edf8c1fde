/** The key pair to which the server binds the session at the log-in (RFC 9449). The private key cannot be exported. */
export type SessionKey = {
  pair: CryptoKeyPair
  /** The hash of the session's token; absent until the log-in succeeds. */
  ath?: string
}

const store = 'keys'
const place = 0
const timeoutMs = 2000

export async function readSessionKey(): Promise<SessionKey | undefined> {
  // Only writeSessionKey writes this store, so the stored value is a SessionKey.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await inStore('readonly', keys => keys.get(place))) as SessionKey | undefined
}

export async function writeSessionKey(key: SessionKey): Promise<void> {
  await inStore('readwrite', keys => keys.put(key, place))
}

/** Runs one request on the key store, then closes the database, because an open connection would block its deletion. */
function inStore(mode: IDBTransactionMode, ask: (keys: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('IndexedDB does not answer')), timeoutMs)
    const opening = indexedDB.open(sessionKeyDatabase)
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(store))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB does not open')))
    opening.addEventListener('success', () => {
      const database = opening.result
      try {
        const transaction = database.transaction(store, mode)
        const request = ask(transaction.objectStore(store))
        transaction.addEventListener('complete', () => resolve(request.result))
        transaction.addEventListener('abort', () =>
          reject(transaction.error ?? new Error('IndexedDB gave up')),
        )
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      } finally {
        // The database closes only after its transaction has ended.
        database.close()
      }
    })
  })
}

export const sessionKeyDatabase = 'session-key'

export function forgetSessionKey(): void {
  try {
    indexedDB.deleteDatabase(sessionKeyDatabase)
  } catch {
    // Without storage there is no key to delete.
  }
}
