/** The texts for calls that got no usable answer. */
export const calls = {
  'call.offline': 'You are offline: the server could not be reached. Check the connection, then try again.',
  'call.slow': 'The server did not answer in time. Please try again in a moment.',
  'call.fault': 'The portal’s server has a problem. Please try again in a moment.',
}
