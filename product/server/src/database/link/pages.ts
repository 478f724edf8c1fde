/** @param first the place before the first row, in the columns by which the list is ordered */
export async function* readInPages<Place extends object, Row extends Place>(
  size: number,
  first: Place,
  read: (page: Place & { limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Place | undefined = first; after;) {
    const rows: Row[] = await read({ ...after, limit: size })
    yield rows
    after = rows.length === size ? rows.at(-1) : undefined
  }
}
