type JsonRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export function jsonRequest(method: string, body?: object): JsonRequest {
  return {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    credentials: 'same-origin',
    cache: 'no-store',
  }
}
