import { signInTexts } from '@ekyc/contract/texts'

export const passkeys = {
  'passkey.title': 'Passkey',
  'passkey.lead': 'Log in with this device’s fingerprint, face or PIN instead of your password.',
  'passkey.password': 'Your password',
  'passkey.passwordEmpty': signInTexts.passwordEmpty,
  'passkey.add': 'Add a passkey',
  'passkey.added': 'Passkey added. Press “Continue with passkey” at your next login.',
  'passkey.isThere': 'This device already has a passkey for you.',
  'passkey.notMade': 'The passkey was not created. Please try again.',
  'passkey.continue': 'Continue with passkey',
  'passkey.notUsed': 'No passkey was used. Please try again, or log in with your password.',
}
