/** One entry of `GET /authority/requests`. It contains no PID data. */
export type LoggedRequest = {
  /** The transaction id; '' if the request was not readable or not signed. */
  txn: string
  receivedOn: string
  /** 'pending', 'verified', the code of a refusal, or a fault of the connection. */
  outcome: string
}

export type RequestLog = { received(): LoggedRequest; all(): readonly LoggedRequest[] }

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
