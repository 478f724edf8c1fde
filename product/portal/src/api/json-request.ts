type JsonRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Builds the settings of a `fetch` call. A GET call has no body. */
export function jsonRequest(method: string, body?: object): JsonRequest {
  return {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
  }
}
