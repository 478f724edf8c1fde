import { texts } from '../t.ts'

/** What the parts of ui/ say themselves. */
export const t = texts({
  'shared.working': 'Please wait',
  'shared.back': 'Back',
  'shared.tryAgain': 'Try again',
  'shared.password.show': 'Show',
  'shared.password.hide': 'Hide',
})
