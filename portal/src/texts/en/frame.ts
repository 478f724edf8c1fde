import { dashboardTexts } from '@ekyc/contract/texts/dashboard'
import { kycTexts } from '@ekyc/contract/texts/kyc'
import { sessionTexts } from '@ekyc/contract/texts/session'

import { texts } from '../t.ts'

export const t = texts({
  'network.gone': 'You are offline.',
  'network.works': 'The scanner still works; the rest waits for the network.',
  'outage.authority': 'The identity authority has been slow for everybody since {time}.',
  'outage.bank': 'The bank’s system has been slow for everybody since {time}.',
  'outage.words': 'Your scanner and the finger are not the problem; a scan may have to wait.',
  'session.expired': sessionTexts.expired,
  'session.refused': sessionTexts.authenticationError,
  'session.goingToExpire': sessionTexts.goingToExpire,
  'session.minutesLeft': 'Minutes left: {minutes}.',
  'session.logInAgain': 'Log in again',
  'frame.toDashboard': 'To the dashboard',
  'frame.toLogin': 'To the login page',
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
  'frame.askBank': 'Your bank decides who can use this. Ask your bank to turn it on for you.',
  'dashboard.title': 'Dashboard',
  'frame.tryAgain': 'Try again',
})
