import { texts } from '../t.ts'

/** Texts of the components in ui/. */
export const t = texts({
  'shared.working': 'Please wait',
  'shared.back': 'Back',
  'shared.password.show': 'Show',
  'shared.password.hide': 'Hide',
})
