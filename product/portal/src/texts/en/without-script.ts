/** The texts that the build renders into login.html. No script contains them. */
export const withoutScript = {
  'withoutScript.title': 'This page needs JavaScript',
  'withoutScript.switchOn':
    'JavaScript is switched off in this browser. Switch it on for this site in the browser’s settings, or ask the person who looks after this computer.',
  'withoutScript.again': 'Load the page again',
  'withoutScript.didNotLoad':
    'This page did not load completely. Check the network, then press Continue again: your number is kept.',
}
