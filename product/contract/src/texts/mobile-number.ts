/** A separate module, because the log-in's first screen shows only these texts of the log-in. */
export const mobileTexts = {
  mobileWrong: 'Please enter correct mobile No',
  mobileWrongForReset: 'Please enter correct Mobile no',
} as const
