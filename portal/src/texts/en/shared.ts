import { texts } from '../t.ts'

/** What the parts of ui/ say themselves. */
export const t = texts({
  'shared.close': 'Close',
  'shared.ok': 'OK',
  'shared.working': 'Please wait',
  'shared.loading': 'Loading...',
  'shared.back': 'Back',
  'shared.password.show': 'Show',
  'shared.password.hide': 'Hide',
})
