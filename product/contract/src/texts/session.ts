export const sessionTexts = {
  expired: 'Session expired!',
  authenticationError: 'Authentication Error!',
  goingToExpire: 'Session is going to expire. Please re-login.',
  accessDenied: 'You are not authorized to view this page.',
  unexpectedError: 'Unexpected Application Error!',
} as const
