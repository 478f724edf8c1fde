import { signInTexts } from '@ekyc/contract/texts/sign-in'

import { texts } from '../t.ts'

export const t = texts({
  'signIn.title': 'Log in',
  'signIn.lead': "Confirm your customers' identity by fingerprint, at your counter.",
  'signIn.mobile': 'Mobile number',
  'signIn.mobileWrong': signInTexts.mobileWrong,
  'signIn.mobileWrongForReset': signInTexts.mobileWrongForReset,
  'signIn.continue': 'Continue',
  'signIn.forgot': 'Forgot Password',
  'signIn.terms': 'Terms & Conditions',
  'signIn.privacy': 'Privacy Policy',
  'signIn.deviceCheck': 'Check the fingerprint scanner',
  'signIn.insecure': 'This page must be opened over https. Please check the address.',
  'signIn.edit': 'Edit',
  'signIn.editLabel': 'Edit mobile number',
})
