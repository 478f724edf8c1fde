export const signIn = {
  'signIn.title': 'Sign in',
  'signIn.byProvider': 'You sign in where you sign in to the bank’s other systems, and come back here.',
  'signIn.toProvider': 'Sign in with your bank account',
  'signIn.failed': 'The sign-in did not come to its end. Please try again.',
  'signIn.providerAway': 'The bank’s sign-in does not answer. Please try again in a moment.',
  'signIn.proofOver': 'This confirmation is over. Go back to the page where you were, and press again.',
  'signIn.tooMany':
    'Too many people of this network have signed in within minutes. Please try again in some minutes.',
  'signIn.noRole': 'You have no role here yet',
  'signIn.noRoleText': 'Your bank knows you, but has not given you a role in this console.',
  'signIn.noRoleAsk': 'Ask the person who gives roles to staff, then sign in again.',
  'proof.proven': 'It is confirmed',
  'proof.close': 'You may close this window. The page where you were goes on by itself.',
  'proof.title': 'Show that it is you',
  'proof.text':
    'Your bank’s sign-in asks you once more, in a window of its own. This page then goes on by itself.',
  'proof.open': 'Open the sign-in',
  'proof.waiting': 'Waiting for your confirmation.',
  'proof.not': 'It was not confirmed. Nothing was done.',
} as const
