import { signInTexts } from '@ekyc/contract/texts'

import { texts } from '../t.ts'

export const t = texts({
  'passkey.title': 'Passkey',
  'passkey.lead': "Log in with this device's fingerprint, face or PIN instead of your password.",
  'passkey.password': 'Your password',
  'passkey.passwordEmpty': signInTexts.passwordEmpty,
  'passkey.add': 'Add a passkey',
  'passkey.added': 'The passkey is added. Press “Continue with passkey” at your next log-in.',
  'passkey.isThere': 'This device has a passkey for you already.',
  'passkey.notMade': 'No passkey was made. Please try again.',
  'passkey.continue': 'Continue with passkey',
  'passkey.notUsed': 'No passkey was used. Please try again, or log in with your password.',
})
