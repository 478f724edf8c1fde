import { dashboardTexts } from '@ekyc/contract/texts/dashboard'
import { kycTexts } from '@ekyc/contract/texts/kyc'
import { sessionTexts } from '@ekyc/contract/texts/session'

import { texts } from '../t.ts'

export const t = texts({
  'network.gone': 'The network is gone.',
  'network.works': 'The scanner still works; the rest waits.',
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
  'frame.sorry.dashboard': dashboardTexts.noAccess,
  'frame.sorry.kyc': kycTexts.noPermission,
  'dashboard.title': 'Dashboard',
  'frame.tryAgain': 'Try again',
})
