export type HttpLimits = {
  /** The time until the last header, and until the last byte of the body; slower senders are cut off. */
  headersMs: number
  requestMs: number
  /** Running requests; further ones get 503. */
  maxInFlight: number
  maxConnections: number
  /** Bytes of all incomplete bodies together. */
  bodyBytesInAll: number
}

/** Bytes of all headers of one request. */
export const maxHeaderSize = 16 * 1024

/** A connection without traffic is closed after this time. No answer takes longer. */
export const silentConnectionMs = 120_000
