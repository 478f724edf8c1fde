/** These texts have a module of their own, because the log-in's first screen shows no other texts of the log-in. */
export const mobileTexts = {
  mobileWrong: 'Please enter correct mobile No',
  mobileWrongForReset: 'Please enter correct Mobile no',
} as const
