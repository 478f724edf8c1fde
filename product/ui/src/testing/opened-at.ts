/** Gives the page of a test another address. Cookies and storage are those of that address. */
export function openedAt(url: string): void {
  const page = (window as { happyDOM?: { setURL(url: string): void } }).happyDOM
  page?.setURL(url)
}
