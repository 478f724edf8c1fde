/** Texts of the components in ui/. */
export const shared = {
  'shared.working': 'Please wait',
  'shared.back': 'Back',
  'shared.password.show': 'Show',
  'shared.password.hide': 'Hide',
}
