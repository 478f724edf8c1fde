export type HttpLimits = {
  /** Time until the last header, and until the last byte of the body; slower senders are cut off. */
  headersMs: number
  requestMs: number
  /** Requests in work at once; further ones get 503. */
  maxInFlight: number
  maxConnections: number
  /** Bytes of all bodies that have not arrived whole. */
  bodyBytesInAll: number
}

/** Bytes of all headers of one request. */
export const maxHeaderSize = 16 * 1024

/** A connection without any byte for this long is closed. No answer takes longer. */
export const silentConnectionMs = 120_000
