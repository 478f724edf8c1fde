import { captureTexts } from '@ekyc/contract/texts'

export const scanner = {
  'scanner.secondsLeft': '{seconds} s',
  'scanner.installBelow': captureTexts.serviceNotFound,
  'scanner.details.copy': 'Copy details',
  'scanner.details.scanner': 'Scanner: {name}',
  'scanner.details.driver': 'Driver version: {name}',
  'scanner.details.port': 'Port: {name}',
  'scanner.details.browser': 'Browser: {name}',
  'scanner.details.time': 'Time: {name}',
  'scanner.coach.title': 'Your browser will ask once',
  'scanner.coach.words':
    'The browser asks whether this page may reach other apps on this computer. The scanner service is one of them, so press Allow.',
  'scanner.coach.firefox.title': 'Firefox will ask',
  'scanner.coach.firefox.words':
    'Firefox asks whether this page may reach other apps on this computer. Tick “Remember my choice for this site”, or it asks again on every visit, then press Allow.',
  'scanner.coach.firefox.question': 'Allow {site} to access other apps and services on this device?',
  'scanner.coach.firefox.remember': 'Remember my choice for this site',
  'scanner.coach.wantsTo': '{site} wants to',
  'scanner.coach.question': 'Access other apps and services on this device',
  'scanner.coach.block': 'Block',
  'scanner.coach.allow': 'Allow',
  'scanner.allow.chrome.1': 'Press the icon with the two sliders, left of this page’s address.',
  'scanner.allow.chrome.2':
    'Turn on “Apps on device” (in older Chrome “Local network access”). If it is not listed, open Site settings and set it to Allow there.',
  'scanner.allow.chrome.3': 'Come back here: the page updates by itself.',
  'scanner.allow.edge.1': 'Press the padlock, left of this page’s address.',
  'scanner.allow.edge.2':
    'Open “Permissions for this site” and set “Apps on device” (in older Edge “Local network access”) to Allow.',
  'scanner.allow.edge.3': 'Come back here: the page updates by itself.',
  'scanner.allow.firefox.1': 'Press the permissions icon, left of this page’s address.',
  'scanner.allow.firefox.2': 'Remove the block beside “Access this device” with its ×.',
  'scanner.allow.firefox.3': 'Come back here, try again, and press Allow when Firefox asks.',
  'scanner.allow.other.1':
    'Press the icon left of this page’s address and open the permissions of this site.',
  'scanner.allow.other.2': 'Allow access to apps on this device, or to the local network.',
  'scanner.allow.other.3': 'If there is no such setting, open this page in Chrome or Edge.',
  'scanner.allow.greyed':
    'If the setting is greyed out or says “Not allowed”, your bank’s IT has locked it: send them the text below.',
  'scanner.it.title': 'For the bank’s IT',
  'scanner.it.copy': 'Copy this text',
  'scanner.it.text': `Please let this portal reach the fingerprint device service on the agents’ computers.

Site: {site}
It calls 127.0.0.1 and localhost, ports 11100 to 11120, and no other address.

Chrome and Edge 146 or later:
  LoopbackNetworkAllowedForUrls = ["{site}"]
Chrome 139 to 145, Edge 140 to 145:
  LocalNetworkAccessAllowedForUrls = ["{site}"]
Firefox: LocalNetworkAccess, with this site under SkipDomains.

A proxy or a frame that sets Permissions-Policy must allow loopback-network and local-network-access to this site.

The site must not be listed in LoopbackNetworkBlockedForUrls or LocalNetworkAccessBlockedForUrls. To see what applies on a computer, open chrome://policy or edge://policy there.`,

  'scanner.advice.poorQuality.happened': 'The scan is too poor to be matched: quality {score} of 100.',
  'scanner.advice.poorQuality.tell': 'The reading was not clear. Please place your finger once more.',
  'scanner.advice.poorQuality.now':
    'Wipe the scanner and the finger; moisten a very dry one. Press it flat and a little firmer, or use a thumb. Then try again.',
  'scanner.quality.good': 'Quality {score} of 100: good',
  'scanner.quality.fair': 'Quality {score} of 100: fair',
  'scanner.quality.unknown': 'This scanner does not report quality.',
  'scanner.quality.advice':
    'A second scan will probably be better: wipe scanner and finger, press a little firmer, or use a thumb.',
  'scanner.model.unnamed': 'Fingerprint scanner',
  'scanner.model.serial': 'Serial {serial}',

  'scanner.advice.noFinger.happened': 'No finger was read within {seconds} seconds.',
  'scanner.advice.noFinger.tell': 'Please place your finger again, and hold it still until I tell you.',
  'scanner.advice.noFinger.now':
    'Wipe the scanner and the finger, then try again. A thumb or another finger often reads better.',
  'scanner.advice.inUse.happened': 'Another program or browser tab is using the scanner.',
  'scanner.advice.inUse.tell': 'One moment please, the scanner is busy.',
  'scanner.advice.inUse.now': 'Close other tabs and programs that use the scanner, then try again.',
  'scanner.advice.notReady.happened': 'The device service is running, but its scanner is not ready.',
  'scanner.advice.notReady.tell': 'One moment please, I am connecting the scanner.',
  'scanner.advice.notReady.now': 'Unplug the scanner, wait 5 seconds, plug it in again, then try again.',
  'scanner.advice.captureFailed.happened': 'The scan stopped before the fingerprint was complete.',
  'scanner.advice.captureFailed.tell': 'The reading did not work. Please place your finger once more.',
  'scanner.advice.captureFailed.now':
    'Check that the scanner’s cable is firmly connected, clean scanner and finger, then try again.',
  'scanner.advice.reinitialise.happened': 'The scanner needs a restart, or its security key must be renewed.',
  'scanner.advice.reinitialise.tell': 'The scanner needs a minute. Please bear with me.',
  'scanner.advice.reinitialise.now':
    'Open the device service app and choose Update, then Key Rotation. Unplug the scanner, plug it in again, then try again.',
  'scanner.advice.wrongScanner.happened': 'The device that answered does not read fingerprints.',
  'scanner.advice.wrongScanner.tell': 'One moment please, I need another scanner.',
  'scanner.advice.wrongScanner.now': 'Connect a fingerprint scanner and unplug the other device.',
  'scanner.advice.lockedToAnother.happened': 'This scanner is locked to another application.',
  'scanner.advice.lockedToAnother.tell': 'This scanner does not work here. I will use another one.',
  'scanner.advice.lockedToAnother.now': 'Use another scanner, or ask your supplier to unlock it.',
  'scanner.advice.serviceFault.happened': 'The device service reported an internal error.',
  'scanner.advice.serviceFault.tell': 'The scanner has a problem. Your finger is fine.',
  'scanner.advice.serviceFault.now':
    'Check the internet and this computer’s date and time, restart the device service, then try again.',
  'scanner.advice.unknownCode.happened':
    'The device service refused the scan, with a code that the portal does not know.',
  'scanner.advice.unknownCode.tell': 'The scanner has a problem. Your finger is fine.',
  'scanner.advice.unknownCode.now':
    'Read the device’s own words above. Restart the device service, then try again. If it is refused again, give support the code below.',
  'scanner.advice.notRegistered.happened': 'The device service asks for the scanner’s registration.',
  'scanner.advice.notRegistered.tell': 'I must set up the scanner first. Your finger is fine.',
  'scanner.advice.notRegistered.now':
    'Connect this computer to the internet and register the scanner in the device service app, then try again. If that fails, call the scanner’s supplier.',
  'scanner.advice.licence.happened': 'The device service asks for a valid licence of the scanner.',
  'scanner.advice.licence.tell': 'This scanner does not work today. I will use another one.',
  'scanner.advice.licence.now': 'Use another scanner, and ask the supplier of this one to renew its licence.',
  'scanner.advice.noInternet.happened': 'The device service did not reach its maker over the internet.',
  'scanner.advice.noInternet.tell': 'One moment please, I am checking the connection.',
  'scanner.advice.noInternet.now':
    'Check this computer’s internet connection, restart the device service, then try again.',
  'scanner.advice.portalFault.happened': 'The device service did not understand the portal’s request.',
  'scanner.advice.portalFault.tell': 'The system has a problem. This is not your fault.',
  'scanner.advice.portalFault.now':
    'Trying again will not help: the portal must be corrected. Give support the code below.',
  'scanner.advice.driverTooOld.happened': 'The device service app is too old for this kind of scan.',
  'scanner.advice.driverTooOld.tell': 'I must update the scanner’s software first.',
  'scanner.advice.driverTooOld.now':
    'Install the latest device service app ({version} or later), restart it, then try again.',
  'scanner.advice.noService.happened': 'No device service answered on this computer.',
  'scanner.advice.noService.tell': 'One moment please, I am setting up the scanner.',
  'scanner.advice.noService.now':
    'Plug in the scanner and start its device service, or install it ({version} or later). Then search again.',
  'scanner.advice.questionClosed.happened':
    'The browser’s question was closed, or no device service is running.',
  'scanner.advice.questionClosed.tell': 'One moment please, I am setting up the scanner.',
  'scanner.advice.questionClosed.now':
    'Search again, and press Allow when the browser asks. If it does not ask, start the device service, or install it ({version} or later).',
  'scanner.advice.answeredUnreadably.happened':
    'A program on this computer answered, but unreadably for this page.',
  'scanner.advice.answeredUnreadably.tell': 'One moment please, I am setting up the scanner.',
  'scanner.advice.answeredUnreadably.now':
    'If it is the scanner’s device service, update it ({version} or later). If it is another program, close it and start the device service. Then search again.',
  'scanner.advice.serviceStuck.happened': 'A program accepts the scanner’s connections but never replies.',
  'scanner.advice.serviceStuck.tell': 'One moment please, I am restarting the scanner’s software.',
  'scanner.advice.serviceStuck.now':
    'Restart the device service or the computer, unplug the scanner and plug it in again, then try again.',
  'scanner.advice.closedToPages.happened':
    'A program on this computer is running, but it does not accept web pages.',
  'scanner.advice.closedToPages.tell': 'One moment please, I am setting up the scanner.',
  'scanner.advice.closedToPages.now':
    'If it is the scanner’s device service, update it: current versions accept this page. If it is another program, close it. Then try again.',
  'scanner.advice.phone.happened': 'A browser on a phone or tablet cannot reach a fingerprint scanner.',
  'scanner.advice.phone.tell': 'I need another device for your fingerprint.',
  'scanner.advice.phone.now': 'Open this page in Chrome or Edge on a computer with the scanner.',
  'scanner.missing.title': 'Not installed',
  'scanner.certificate.new': 'Installed, but new to this browser',
  'scanner.certificate.open': 'Open {address}',
  'scanner.certificate.chrome':
    'If Chrome says “Your connection is not private”, this is the service: press Advanced, then “Proceed to 127.0.0.1”.',
  'scanner.certificate.edge':
    'If Edge says “Your connection isn’t private”, this is the service: press Advanced, then “Continue to 127.0.0.1”.',
  'scanner.certificate.firefox':
    'If Firefox says “Be careful. Something doesn’t look right” or “Potential Security Risk”, this is the service: press Advanced, then “Proceed” or “Accept the Risk and Continue”.',
  'scanner.certificate.other':
    'If the browser warns about the connection, this is the service: open the details and continue to 127.0.0.1.',
  'scanner.certificate.return': 'Then close that tab: this page looks again by itself.',
  'scanner.certificate.empty': 'No scanner answered on port {port}. Open the next address.',
  'scanner.clock.minutes': '{count} minutes',
  'scanner.clock.hours': '{count} hours',
  'scanner.clock.days': '{count} days',
  'scanner.advice.permissionDenied.happened': 'The browser blocks this page from using the scanner.',
  'scanner.advice.permissionDenied.tell': 'One moment please, I must change a setting.',
  'scanner.advice.permissionDenied.now': 'Allow it again in the browser:',
  'scanner.advice.permissionBlocked.happened':
    'A policy of this page or this network blocks access to the scanner.',
  'scanner.advice.permissionBlocked.tell': 'I cannot use the scanner on this computer today.',
  'scanner.advice.permissionBlocked.now':
    'Ask your bank’s IT to allow this portal. The text below tells them how.',
  'scanner.advice.permissionUnanswered.happened': 'The browser is waiting for your answer.',
  'scanner.advice.permissionUnanswered.tell': 'One moment please.',
  'scanner.advice.permissionUnanswered.now':
    'Try again, and press Allow when the browser asks. If it no longer asks, reload the page.',
  'scanner.advice.requestNotSent.happened': 'The scan request did not reach the device service.',
  'scanner.advice.requestNotSent.tell': 'One moment please, I am reconnecting the scanner.',
  'scanner.advice.requestNotSent.now': 'Check that the device service is still running, then try again.',
  'scanner.advice.connectionCut.happened': 'The device service stopped answering during the scan.',
  'scanner.advice.connectionCut.tell':
    'The reading did not work. Please place your finger once more in a moment.',
  'scanner.advice.connectionCut.now':
    'Check the scanner’s cable, restart the device service, then try again.',
  'scanner.advice.unreadable.happened': 'The device service’s answer was damaged or incomplete.',
  'scanner.advice.unreadable.tell': 'The reading did not work. Please place your finger once more.',
  'scanner.advice.unreadable.now': 'Try again. If it happens again, update the device service app.',
  'scanner.problem.driverNotFound': captureTexts.driverNotFound,
  'scanner.problem.notConnected': captureTexts.notConnected,
  'scanner.problem.requestNotSent': captureTexts.requestNotSent,
  'scanner.problem.networkError': captureTexts.networkError,
  'scanner.problem.answerUnreadable': captureTexts.answerUnreadable,
  'scanner.problem.captureError': captureTexts.captureError,
  'scanner.problem.poorQuality': 'The fingerprint is not clear enough',
  'scanner.problem.serviceStuck': 'The scanner’s service does not answer',
  'scanner.problem.closedToPages': 'The scanner’s service does not accept web pages',
  'scanner.problem.questionClosed': 'The browser has not let this page reach the scanner yet',
  'scanner.problem.answeredUnreadably': 'No readable answer from the scanner’s service',
  'scanner.problem.phone': 'Scanners do not work with a browser on a phone',
  'scanner.problem.port': 'port {port}',
  'scanner.problem.permissionDenied': 'The browser does not let this page use the scanner',
  'scanner.problem.permissionBlocked': 'Access to the scanner is blocked by policy',
  'scanner.problem.permissionUnanswered': 'The browser’s question was not answered',

  'check.title': 'Check the fingerprint scanner',
  'check.start': 'Start',
  'check.startWords':
    'Plug in the scanner first. It takes a few seconds. You do not need to log in or have a customer with you.',
  'check.stop': 'Stop',
  'check.toKyc': 'Continue with the KYC',
  'check.again': 'Check again',
  'check.chooseTitle': 'Which scanner do you want to check?',
  'check.finger.words':
    'Everything else is working. Use your own finger, never a customer’s. The scan is only measured, deleted at once and never leaves this page.',
  'check.finger.scan': 'Scan my finger',
  'check.finger.scanning': 'Place your own finger on the scanner and keep it still.',
  'check.ended.good': 'This scanner is ready for customers.',
  'check.name.version': 'Driver version',
  'check.name.certificate': 'Certificate',
  'check.browser.bad': '{name} does not let pages reach a fingerprint scanner.',
  'check.browser.badNext': 'Open this page in Chrome or Edge on a computer.',
  'check.page.bad': 'This page was not opened over https.',
  'check.page.badNext': 'Open the portal by its address that begins with https://.',
  'check.version.told': '{version}.',
  'check.version.good': '{version} ({required} or later required).',
  'check.version.old': '{version}, but your bank requires {required} or later from this manufacturer.',
  'check.version.oldNext': 'The scanner may work today. Install the latest device service app when you can.',
  'check.version.unknown': 'The driver’s version, “{version}”, cannot be compared with {required}.',
  'check.version.unknownNext': 'Look up the version in the device service app.',
  'check.certificate.good': 'Valid until {until}.',
  'check.scan.clockNext':
    'Set date, time and time zone to automatic, restart the device service, then check again.',
}
