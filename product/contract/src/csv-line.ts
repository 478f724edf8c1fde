/** Writes one record of CSV (RFC 4180). A spreadsheet would run a cell that begins like a formula; an apostrophe makes it text. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map(text => {
    const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  })
  return `${written.join(',')}\r\n`
}
