import { dashboardTexts } from '@ekyc/contract/texts/dashboard'
import { kycTexts } from '@ekyc/contract/texts/kyc'
import { sessionTexts } from '@ekyc/contract/texts/session'

export const frame = {
  'network.gone': 'You are offline.',
  'network.serverAway': 'The bank’s server cannot be reached. This computer’s network is connected.',
  'network.works': 'The scanner still works; the rest waits for the network.',
  'outage.authority': 'The identity authority has been slow for everybody since {time}.',
  'outage.bank': 'The bank’s system has been slow for everybody since {time}.',
  'outage.words': 'Your scanner and the finger are not the problem; a scan may have to wait.',
  'session.expired': sessionTexts.expired,
  'session.elsewhere': 'The log-in was opened in another tab, which ended the session here.',
  'session.refused': sessionTexts.authenticationError,
  'session.goingToExpire': sessionTexts.goingToExpire,
  'session.minutesLeft': 'Minutes left: {minutes}.',
  'session.logInAgain': 'Log in again',
  'frame.toDashboard': 'To the dashboard',
  'frame.toLogin': 'To the login page',
  'frame.unknownUser': 'Unknown User',
  'frame.noName': 'NA',
  'frame.morning': 'Good Morning, {name}',
  'frame.hourEight': 'Good, {name}',
  'frame.afternoon': 'Good Afternoon, {name}',
  'frame.evening': 'Good Evening, {name}',
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
  'dashboard.oldSystem':
    '{system} on this computer has had no security updates since {day}. Ask the bank for help with a newer system.',
}
