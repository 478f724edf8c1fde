/** A module of its own: the log-in's first screen shows these texts of the log-in alone. */
export const mobileTexts = {
  mobileWrong: 'Please enter correct mobile No',
  mobileWrongForReset: 'Please enter correct Mobile no',
} as const
