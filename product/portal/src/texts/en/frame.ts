import { dashboardTexts, kycTexts, listTexts, sessionTexts } from '@ekyc/contract/texts'

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
  'frame.cancel': 'Cancel',
  'frame.close': 'Close',
  'frame.select': listTexts.select,
  'frame.unknownUser': 'Unknown User',
  'frame.morning': 'Good Morning, {name}',
  'frame.hourEight': 'Good, {name}',
  'frame.afternoon': 'Good Afternoon, {name}',
  'frame.evening': 'Good Evening, {name}',
  'frame.menu': 'Account of {name}',
  'frame.logout': 'Logout',
  'frame.faq': 'FAQ',
  'frame.footer': 'More about this portal',
  'frame.sorry.dashboard': dashboardTexts.noAccess,
  'frame.sorry.kyc': kycTexts.noPermission,
  'frame.askBank': 'Your bank decides who can use this. Ask your bank to turn it on for you.',
  'dashboard.title': 'Dashboard',
  'dashboard.oldSystem':
    '{system} on this computer has had no security updates since {day}. Ask the bank for help with a newer system.',

  'app.loading': 'Loading...',
  'app.error.title': sessionTexts.unexpectedError,
  'app.error.text':
    'Something went wrong on this page. Reload it to continue. Anything already saved is safe.',
  'app.error.reload': 'Reload',

  'fallback.title': 'This page is not available',
  'fallback.text': 'The address may be wrong, or you may need to log in first.',
  'fallback.toLogin': 'Go to login',
  'fallback.toDashboard': 'Go to dashboard',
  'denied.title': 'Access Denied',
  'denied.text': sessionTexts.accessDenied,
  'denied.ok': 'OK',

  'profile.title': 'Profile',
  'profile.name': 'Name',
  'profile.mobile': 'Mobile',
  'profile.email': 'Email',
  'profile.location': 'Location',
  'profile.changePassword': 'Change Password',
  'profile.changeSends': 'Opening it sends an SMS with an OTP to your mobile.',
  'profile.unknown': 'NA',

  'language.choose': 'Language',
  'language.notLoaded': 'The language could not be loaded. Check the connection, then try again.',

  'support.call': 'Support:',
  'support.whatsApp': 'WhatsApp',

  // The build renders these into login.html, and no script contains the first three.
  'withoutScript.title': 'This page needs JavaScript',
  'withoutScript.switchOn':
    'JavaScript is switched off in this browser. Switch it on for this site in the browser’s settings, or ask the person who looks after this computer.',
  'withoutScript.again': 'Load the page again',
  'withoutScript.didNotLoad':
    'This page did not load completely. Check the network, then press Continue again: your number is kept.',
}
