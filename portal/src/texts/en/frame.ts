import { sessionTexts } from '@ekyc/contract/texts/session'

import { texts } from '../t.ts'

export const t = texts({
  'session.expired': sessionTexts.expired,
  'session.refused': sessionTexts.authenticationError,
  'session.goingToExpire': sessionTexts.goingToExpire,
  'frame.toDashboard': 'To the dashboard',
  'frame.unknownUser': 'Unknown User',
  'frame.noName': 'NA',
  'frame.greeting': 'Good {label}, {name}',
  'frame.greetingPlain': 'Good, {name}',
  'frame.morning': 'Morning',
  'frame.afternoon': 'Afternoon',
  'frame.evening': 'Evening',
  'frame.menu': 'Account of {name}',
  'frame.profile': 'Profile',
  'frame.logout': 'Logout',
  'frame.faq': 'FAQ',
  'frame.privacyPolicy': 'Privacy Policy',
  'frame.footer': 'More about this portal',
  'dashboard.title': 'Dashboard',
})
