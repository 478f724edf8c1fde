type JsonRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** Builds the settings of a call. A call without a body is a GET. */
export function jsonRequest(method: string, body?: object): JsonRequest {
  return {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
  }
}
