/** The texts of product.md about the sign-in. The portal's first chunk contains this file and no other texts. */
export const mobileTexts = {
  mobileWrong: 'Please enter correct mobile No',
  mobileWrongForReset: 'Please enter correct Mobile no',
} as const

export const signInTexts = {
  ...mobileTexts,
  passwordEmpty: 'Please enter password',
  passwordIncorrect: 'Incorrect password',
  passwordUnreadable: 'Error decrypting password or password less than min length',
  tokenNotFetched: 'Auth Token could not be fetched',
  userNotVerified: 'User verification not done, please verify before continuing',
  otpVerificationFirst: 'User account requires OTP verification first',
  accessNotPermitted: 'Access is not permitted.',
} as const
