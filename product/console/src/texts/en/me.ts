export const me = {
  'me.title': 'Your sessions and settings',
  'me.sessions': 'Where you are signed in',
  'me.settings': 'This browser',
  'session.by.provider': 'Signed in with the bank account on {time}',
  'session.seen': 'last seen on {time}',
  'session.this': 'this one',
  'me.endSession': 'End it',
} as const
