export type HttpLimits = {
  /** Until the last header, and until the last byte of the body, has come; whoever is slower is cut off. */
  headersMs: number
  requestMs: number
  /** Requests worked on at once; more are turned away. */
  maxInFlight: number
  maxConnections: number
  /** Of all bodies together that have not arrived whole yet. */
  bodyBytesInAll: number
}

/** Bytes of all headers of a request together. */
export const maxHeaderSize = 16 * 1024

/** Longer than any answer of ours takes: a connection on which nothing moves that long is nobody's. */
export const silentConnectionMs = 120_000
