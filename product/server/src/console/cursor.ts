import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

const macLength = 16

/** Reports a cursor that this console did not make for this list. */
export class UnfitCursor extends Error {
  override name = 'UnfitCursor'
}

/** A place in a list: the sort's values of the last row, and its id. */
export type Place = { keys: string[]; id: string }

/** Writes places of lists for addresses, and reads none but its own: a made-up one could ask for anything. */
export type Cursors = {
  /** @param list names the list with its filters and its order, for which alone the cursor is good */
  write(list: string, place: Place): string
  /** @throws UnfitCursor */
  read(list: string, cursor: string): Place
}

export function createCursors(key: KeyObject): Cursors {
  return {
    write(list, { keys, id }) {
      const content = Buffer.from(JSON.stringify([id, ...keys]))
      return Buffer.concat([macOf(list, content), content]).toString('base64url')
    },

    read(list, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      const [mac, content] = [bytes.subarray(0, macLength), bytes.subarray(macLength)]
      if (mac.length < macLength || !timingSafeEqual(mac, macOf(list, content))) throw new UnfitCursor()
      const [id, ...keys]: unknown[] = JSON.parse(content.toString())
      if (typeof id !== 'string' || !keys.every(one => typeof one === 'string')) throw new UnfitCursor()
      return { id, keys }
    },
  }

  function macOf(list: string, content: Uint8Array): Buffer {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(list))
    return createHmac('sha256', key)
      .update(length)
      .update(list)
      .update(content)
      .digest()
      .subarray(0, macLength)
  }
}
