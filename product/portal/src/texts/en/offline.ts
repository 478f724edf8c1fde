/** The texts that the log-in shows while the server is unreachable. */
export const offline = {
  'offline.works': 'The scanner check and the help below work now. You can log in when you are back online.',
  'offline.reference': 'Reference number of a waiting customer',
  'offline.referenceHint': 'Optional. It is checked as soon as you have logged in.',
  'offline.back': 'You are back online. Log in, and reference {reference} is checked at once.',
}
