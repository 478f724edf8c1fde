export const pages = {
  'home.title': 'Overview',
  'home.greeting': 'What needs you, and the ways in.',
  'home.needs': 'Needs you',
  'home.nothing': 'Nothing waits for you.',
  'home.one': 'One proposal waits for a second person',
  'home.many': '{count} proposals wait for a second person',
  'home.pages': 'Pages',
  'denied.title': 'This page is not for your role',
  'denied.may': 'It is open to these roles: {roles}.',
  'denied.ask': 'Your roles are {yours}. Ask the person at your bank who gives roles to staff.',
  'missing.title': 'There is no such page',
  'missing.text': 'The address may be old, or mistyped. The search above finds agents and orders.',
  'missing.home': 'To the overview',
  'error.title': 'This page has failed',
  'error.text':
    'Nothing was changed by that. Load the page again; if it fails again, tell your help desk what you did.',
} as const
