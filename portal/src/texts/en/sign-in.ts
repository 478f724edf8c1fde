import { mobileTexts } from '@ekyc/contract/texts/mobile-number'

import { texts } from '../t.ts'

export const t = texts({
  'signIn.title': 'Log in',
  'signIn.lead': "Confirm your customers' identity by fingerprint, at your counter.",
  'signIn.mobile': 'Mobile number',
  'signIn.mobileWrong': mobileTexts.mobileWrong,
  'signIn.mobileWrongForReset': mobileTexts.mobileWrongForReset,
  'signIn.continue': 'Continue',
  'signIn.forgot': 'Forgot Password',
  'signIn.terms': 'Terms & Conditions',
  'signIn.privacy': 'Privacy Policy',
  'signIn.deviceCheck': 'Check the fingerprint scanner',
})
