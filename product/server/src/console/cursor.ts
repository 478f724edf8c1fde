import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto'

const macLength = 16

export class UnfitCursor extends Error {
  override name = 'UnfitCursor'
}

/** A place in a list: the sort values and the id of the last row of a page. */
export type Place = { keys: string[]; id: string }

/** Writes a place in a list as a cursor for a URL. Refuses a forged cursor, which could ask for any row. */
export type Cursors = {
  /** @param list names the list with its filters and its order; the cursor is valid for this list only */
  write(list: string, place: Place): string
  /** @throws UnfitCursor if the cursor is forged or belongs to another list */
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
