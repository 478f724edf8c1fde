export type HttpLimits = {
  /** The times in ms within which the headers, and the whole request, must arrive. Slower senders are cut off. */
  headersMs: number
  requestMs: number
  maxInFlight: number
  maxConnections: number
  /** The maximum size of all incomplete bodies together, in bytes. */
  bodyBytesInAll: number
}

export const maxHeaderSize = 16 * 1024

/** The time in ms after which a connection without traffic is closed. A normal answer comes earlier. */
export const silentConnectionMs = 120_000
