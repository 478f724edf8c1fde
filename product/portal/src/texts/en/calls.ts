/** The texts for calls that got no usable answer. */
export const calls = {
  'call.offline': 'You are offline: the server could not be reached. Check the connection, then try again.',
  'call.serverAway':
    'The bank’s server could not be reached. If other websites open, your connection is fine: please try again in a moment.',
  'call.slow': 'The server did not answer in time. Please try again in a moment.',
  'call.fault': 'The portal’s server has a problem. Please try again in a moment.',
}
