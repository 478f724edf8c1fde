import { openedAt } from './opened-at.ts'

/** Empties the page and the browser's storage before each test file, because the files of a process share a window. */
if (typeof document !== 'undefined') {
  openedAt('http://localhost:3000/')
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
}
