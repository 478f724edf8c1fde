/** The English texts of the components in this package. Each app adds these texts to its own and translates them. */
export const ownTexts = {
  'shared.working': 'Please wait',
  'shared.back': 'Back',
  'shared.moreBelow': 'More below',
  'shared.itemsBelow': '{count} more below',
  'shared.password.show': 'Show',
  'shared.password.hide': 'Hide',
  'copy.done': 'Copied',
  'copy.failed': 'The browser did not allow copying. The text is selected: press Ctrl+C.',
  'call.offline': 'You are offline: the server could not be reached. Check the connection, then try again.',
  'call.serverAway':
    'The bank’s server could not be reached. If other websites open, your connection is fine: please try again in a moment.',
  'call.slow': 'The server did not answer in time. Please try again in a moment.',
  'call.fault': 'The portal’s server has a problem. Please try again in a moment.',
  'network.waits': 'This is shown as soon as the server answers.',
  'frame.tryAgain': 'Try again',
}

/** The texts of a table of the server's refusals, under the keys by which a language has its own. */
export function serverTexts<Code extends string>(
  refusals: Readonly<Record<Code, string>>,
): { [Own in Code as `server.${Own}`]: string } {
  const texts = Object.entries(refusals).map(([code, text]) => [`server.${code}`, text])
  return Object.fromEntries(texts) as { [Own in Code as `server.${Own}`]: string }
}
