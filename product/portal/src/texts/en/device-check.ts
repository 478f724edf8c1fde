export const deviceCheck = {
  'check.title': 'Check the fingerprint scanner',
  'check.lead':
    'Tests everything from the browser to the finger, stops at the first problem and tells you how to fix it.',
  'check.list': 'Checks',
  'check.now': 'Scanner check',
  'check.start': 'Start',
  'check.startWords':
    'Plug in the scanner first. It takes a few seconds. You do not need to log in or have a customer with you.',
  'check.stop': 'Stop',
  'check.toKyc': 'Continue with the KYC',
  'check.toLogin': 'Go to login',
  'check.toDashboard': 'Go to dashboard',
  'check.again': 'Check again',
  'check.running': 'Checking: {name}…',
  'check.chooseTitle': 'Which scanner do you want to check?',
  'check.choice': '{name} · port {port} · {word}',
  'check.next': 'What to do now',
  'check.support': 'For support: device code {code}',

  'check.finger.title': 'Now your own finger',
  'check.finger.words':
    'Everything else is working. Use your own finger, never a customer’s. The scan is only measured, deleted at once and never leaves this page.',
  'check.finger.scan': 'Scan my finger',
  'check.finger.skip': 'Finish without a scan',
  'check.finger.scanning': 'Place your own finger on the scanner and keep it still.',
  'check.finger.cancel': 'Cancel',

  'check.ended.good': 'This scanner is ready for customers.',
  'check.ended.unscanned': 'All checks passed; the test scan was skipped.',
  'check.ended.stopped': 'The check was stopped.',
  'check.ended.bad': 'Stopped at: {name}',
  'check.ended.count': '{good} of {all} checks passed.',

  'check.name.browser': 'Browser',
  'check.name.page': 'Secure page',
  'check.name.permission': 'Permission',
  'check.name.ports': 'Ports',
  'check.name.service': 'Device service',
  'check.name.status': 'Status',
  'check.name.model': 'Model and level',
  'check.name.version': 'Driver version',
  'check.name.certificate': 'Certificate',
  'check.name.clock': 'Clock',
  'check.name.scan': 'Test scan',

  'check.word.good': 'Good',
  'check.word.bad': 'Problem',
  'check.word.unknown': 'Unknown',
  'check.word.running': 'Checking',
  'check.word.waiting': 'Not checked yet',
  'check.word.notReached': 'Not checked',
  'check.word.skipped': 'Skipped',

  'check.browser.good': '{name} works with fingerprint scanners.',
  'check.browser.untried': '{name} may work, but device services are made for Chrome and Edge.',
  'check.browser.untriedNext': 'If a later step fails here, open this page in Chrome or Edge.',
  'check.browser.bad': '{name} does not let pages reach a fingerprint scanner.',
  'check.browser.phone': '{name} on a phone or tablet cannot reach a fingerprint scanner.',
  'check.browser.badNext': 'Open this page in Chrome or Edge on a computer.',

  'check.page.good': 'The connection is secure.',
  'check.page.bad': 'This page was not opened over https.',
  'check.page.badNext': 'Open the portal by its address that begins with https://.',

  'check.permission.granted': 'The browser lets this page reach the scanner.',
  'check.permission.notNeeded': 'Not needed: this page runs on this computer.',
  'check.permission.unasked': 'The browser has not asked yet, or the question was closed.',
  'check.permission.unaskedNext':
    'If nothing is found below, check again and press Allow when the browser asks.',
  'check.permission.unknown': 'This browser does not say. If it asks, press Allow.',

  'check.ports.good': 'Answered: port {ports}.',
  'check.ports.none': 'No program answers on the scanner’s ports.',
  'check.ports.hung': 'Accepts connections, but never replies: port {ports}.',
  'check.ports.hungNext': 'Restart the device service, or the computer. Then check again.',
  'check.ports.closedToPages': 'Running, but does not accept web pages: port {ports}.',
  'check.ports.closedToPagesNext':
    'If it is the scanner’s device service, update it: current versions accept the portal. If it is another program, close it, then start the device service.',
  'check.ports.each': 'Result for each port',
  'check.ports.closed': 'nothing there',
  'check.ports.no-cors': 'running, but does not accept web pages',
  'check.ports.silent': 'no answer',
  'check.ports.not-rd-service': 'another kind of program',
  'check.ports.not-ready': 'device service, not ready',
  'check.ports.in-use': 'device service, in use',
  'check.ports.ready': 'device service, ready',

  'check.service.good': '{info}, on port {port}.',
  'check.service.unnamed': 'A device service without a name',
  'check.service.unreadable': 'Answered, but not as a device service that this page can read: port {ports}.',
  'check.service.unreadableNext':
    'If it is the scanner’s device service, update it. Close the program that uses this port if it is another, then check again.',

  'check.status.ready': 'Ready.',
  'check.status.not-ready': 'The service is running, but no scanner is ready: {status}.',
  'check.status.in-use': 'Another program or browser tab is using the scanner.',
  'check.status.none': 'no status given',

  'check.model.good': '{model} · level {level}',
  'check.model.levelUntold': '{model} · level not reported',
  'check.model.l0': '{model} · level L0: the authority’s approval of these scanners ended on 30 June 2025.',
  'check.model.l0Next': 'The authority may refuse its scans. Ask your bank for a level L1 scanner.',
  'check.model.l0Refused': '{model} · level L0: your bank accepts scanners of level L1 only.',
  'check.model.l0RefusedNext': 'Plug in a level L1 scanner. If you have none, ask your bank for one.',
  'check.model.silent': 'The device service does not identify its scanner.',
  'check.model.incomplete': 'The device service leaves out what the authority needs: {names}.',
  'check.model.incompleteNext':
    'Unplug the scanner and plug it in again, then restart the device service. If that does not help, update it ({version} or later).',

  'check.version.told': '{version}.',
  'check.version.good': '{version} ({required} or later required).',
  'check.version.old': '{version}, but your bank requires {required} or later from this manufacturer.',
  'check.version.oldNext': 'The scanner may work today. Install the latest device service app when you can.',
  'check.version.unknown': 'The driver’s version, “{version}”, cannot be compared with {required}.',
  'check.version.unknownNext': 'Look up the version in the device service app.',

  'check.certificate.good': 'Valid until {until}.',
  'check.certificate.soon': 'Valid only until {until}.',
  'check.certificate.soonNext':
    'Open the device service app while online: it renews its key, or choose Key Rotation there.',
  'check.certificate.ended': 'Expired on {until}.',
  'check.certificate.endedNext':
    'Open the device service app and choose Update, then Key Rotation. Unplug the scanner, plug it in again, then check again.',
  'check.certificate.early': 'Not valid before {from}.',
  'check.certificate.earlyNext':
    'Set date and time to automatic, restart the device service, then check again.',
  'check.certificate.unknown': 'The driver’s certificate cannot be read.',
  'check.certificate.unknownNext': 'If scans are refused, choose Key Rotation in the device service app.',

  'check.clock.good': 'Accurate to within {seconds} s.',
  'check.clock.fast': 'The clock is {away} fast. Scanners do not work when the clock is wrong.',
  'check.clock.slow': 'The clock is {away} slow. Scanners do not work when the clock is wrong.',
  'check.clock.badNext': 'Set date, time and time zone to automatic, then check again.',
  'check.clock.unknown': 'The portal server’s time could not be read.',
  'check.clock.unknownNext': 'Check this computer’s internet connection.',

  'check.scan.clock': 'The finger was read, but the device service’s clock is {away} off.',
  'check.scan.clockNext':
    'Set date, time and time zone to automatic, restart the device service, then check again.',

  'check.examine': 'Examine this device service',
  'check.examine.save': 'Save as file',

  'check.report.copy': 'Copy report',
  'check.report.print': 'Print',
  'check.report.title': 'Fingerprint scanner check · {product}',
  'check.report.made': 'Made {time} (India time) at {site}',
  'check.report.browser': 'Browser: {name}',
  'check.report.device': 'Scanner',
  'check.report.ports': 'Ports',
  'check.report.next': 'To do: {text}',
  'check.report.words': 'For your bank’s support: the check results, nothing from your finger.',
}
