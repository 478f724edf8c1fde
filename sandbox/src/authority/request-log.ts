/** One request as `GET /authority/requests` shows it. Nothing of its PID data is kept. */
export type LoggedRequest = {
  /** '' when nothing readable and signed came. */
  txn: string
  receivedOn: string
  /** 'pending', 'verified', a code, or what happened to the line. */
  outcome: string
}

export type RequestLog = { received(): LoggedRequest; all(): readonly LoggedRequest[] }

/** The last thousand requests, newest last. */
export function createRequestLog(now: () => Date): RequestLog {
  const requests: LoggedRequest[] = []
  return {
    received() {
      const request = { txn: '', receivedOn: now().toISOString(), outcome: 'pending' }
      requests.push(request)
      if (requests.length > limit) requests.shift()
      return request
    },
    all: () => requests,
  }
}

const limit = 1000
