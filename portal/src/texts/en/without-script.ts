import { texts } from '../t.ts'

/** Stands in the log-in's HTML alone; no script carries it. */
export const t = texts({
  'withoutScript.switchedOff':
    'This page needs JavaScript. Please switch it on in this browser, then load the page again.',
  'withoutScript.didNotLoad':
    'This page did not load completely. Check the network, then press Continue again: your number is kept.',
})
