import { mobileTexts } from '@ekyc/contract/sign-in-texts'

export const signIn = {
  'signIn.title': 'Log in',
  'signIn.lead': 'Verify your customers’ identity by fingerprint, right at your counter.',
  'signIn.promise.scanners': 'Works with every registered scanner',
  'signIn.promise.biometrics': 'Nothing biometric is ever stored',
  'signIn.promise.help': 'Help for every error, in plain words',
  'signIn.mobile': 'Mobile number',
  'signIn.mobileWrong': mobileTexts.mobileWrong,
  'signIn.mobileWrongForReset': mobileTexts.mobileWrongForReset,
  'signIn.continue': 'Continue',
  'signIn.forgot': 'Forgot Password',
  'signIn.terms': 'Terms & Conditions',
  'signIn.privacy': 'Privacy Policy',
  'signIn.deviceCheck': 'Check the fingerprint scanner',
}
