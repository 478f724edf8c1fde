/** Texts of the components in ui/. */
export const shared = {
  'shared.working': 'Please wait',
  'shared.back': 'Back',
  'shared.moreBelow': 'More below',
  'shared.itemsBelow': '{count} more below',
  'shared.password.show': 'Show',
  'shared.password.hide': 'Hide',
}
