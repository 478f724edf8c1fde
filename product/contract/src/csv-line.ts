/** Writes one record of CSV (RFC 4180). An apostrophe keeps a spreadsheet from running a cell as a formula. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map(text => {
    const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  })
  return `${written.join(',')}\r\n`
}
