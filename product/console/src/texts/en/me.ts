export const me = {
  'me.title': 'Your sessions and settings',
  'me.sessions': 'Where you are signed in',
  'me.settings': 'This browser',
  'me.draft': '{name} (draft)',
  'me.passkeys': 'Your passkeys',
  'me.addPasskey': 'Add a passkey',
  'me.passkeyAdded': 'The passkey is added.',
  'me.onePasskey':
    'Add a second passkey, on another device. If you lose the only one, you need a new link, on which two people decide.',
  'session.by.provider': 'Signed in with the bank account on {time}',
  'session.by.passkey': 'Signed in by a passkey on {time}',
  'session.by.link': 'Came in by a link on {time}',
  'session.seen': 'last seen on {time}',
  'session.this': 'this one',
  'passkey.made': 'Made on {day}',
  'passkey.used': 'last used on {day}',
  'passkey.unused': 'not used since',
} as const
