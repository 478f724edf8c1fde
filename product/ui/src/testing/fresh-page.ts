import { openedAt } from './opened-at.ts'

/** Refuses every call as a browser without a network does. A test that needs a server fakes one. */
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

/** Empties the page and the browser's storage before each test file, because the files of a process share a window. */
openedAt('http://localhost:3000/')
for (const cookie of document.cookie.split('; '))
  document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames())
  document.documentElement.removeAttribute(name)
