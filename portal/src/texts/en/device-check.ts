import { texts } from '../t.ts'

export const t = texts({
  'check.title': 'Check the fingerprint scanner',
  'check.lead':
    'From the browser to the finger: the check stops at the first thing that is wrong and says what to do.',
  'check.list': 'What is checked',
  'check.now': 'The check',
  'check.start': 'Start',
  'check.startWords':
    'Plug in the scanner first. It takes a few seconds; you need no log-in and no customer.',
  'check.stop': 'Stop',
  'check.again': 'Check again',
  'check.running': 'Checking: {name}…',
  'check.chooseTitle': 'Which scanner shall be checked?',
  'check.choice': '{name} · port {port} · {word}',
  'check.next': 'What to do now',
  'check.support': 'For support: device code {code}',

  'check.finger.title': 'Now your own finger',
  'check.finger.words':
    'Everything before it is good. Take your own finger, never a customer’s: the scan is only measured, dropped at once, and never leaves this page.',
  'check.finger.scan': 'Scan my finger',
  'check.finger.skip': 'Finish without a scan',
  'check.finger.scanning': 'Place your own finger on the scanner and keep it still.',
  'check.finger.cancel': 'Cancel',

  'check.ended.good': 'This scanner is ready for customers.',
  'check.ended.unscanned': 'All is good as far as it was checked. No finger was scanned.',
  'check.ended.stopped': 'The check was stopped.',
  'check.ended.bad': 'Stopped at: {name}',
  'check.ended.count': '{good} of {all} are good.',

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
  'check.word.bad': 'Not good',
  'check.word.unknown': 'Not known',
  'check.word.running': 'Checking',
  'check.word.waiting': 'Not checked yet',
  'check.word.notReached': 'Not reached',
  'check.word.skipped': 'Skipped',

  'check.browser.good': '{name} works with fingerprint scanners.',
  'check.browser.untried': '{name} may work, but device services are made for Chrome and Edge.',
  'check.browser.untriedNext': 'If a later step fails here, open this page in Chrome or Edge.',
  'check.browser.bad': '{name} does not let pages reach a fingerprint scanner.',
  'check.browser.phone': '{name} on a phone or tablet cannot reach a fingerprint scanner.',
  'check.browser.badNext': 'Open this page in Chrome or Edge on a computer.',

  'check.page.good': 'The page was loaded securely.',
  'check.page.bad': 'The page did not come over https.',
  'check.page.badNext': 'Open the portal by its address that begins with https://.',

  'check.permission.granted': 'The browser lets this page reach the scanner.',
  'check.permission.notNeeded': 'A page of this computer itself needs none.',
  'check.permission.unasked': 'The browser has not asked, or its question was closed.',
  'check.permission.unaskedNext':
    'If nothing is found below, check again and press Allow when the browser asks.',
  'check.permission.unknown': 'This browser does not tell. It may ask: press Allow.',

  'check.ports.good.one': 'A program answers on port {ports}.',
  'check.ports.good.many': 'Programs answer on the ports {ports}.',
  'check.ports.none': 'No program answers on the scanner’s ports.',
  'check.ports.hung': 'On port {ports} something takes calls and never answers.',
  'check.ports.hungNext': 'Restart the device service, or the computer. Then check again.',
  'check.ports.closedToPages': 'A program on port {ports} runs, but lets no web page in.',
  'check.ports.closedToPagesNext':
    'If it is the scanner’s device service, update it: today’s versions let the portal in. If it is another program, close it, then start the device service.',
  'check.ports.each': 'What each port said',
  'check.ports.closed': 'nothing there',
  'check.ports.no-cors': 'runs, but lets no web page in',
  'check.ports.silent': 'no answer',
  'check.ports.not-rd-service': 'another kind of program',
  'check.ports.not-ready': 'device service, not ready',
  'check.ports.in-use': 'device service, in use',
  'check.ports.ready': 'device service, ready',

  'check.service.good': '{info}, on port {port}.',
  'check.service.unnamed': 'A device service without a name',
  'check.service.other': 'What answers on port {ports} is not a device service.',
  'check.service.otherNext':
    'Close the program that uses this port, or restart the computer; then start the device service and check again.',

  'check.status.ready': 'Ready.',
  'check.status.not-ready': 'The service runs, but it has no scanner that is ready: {status}.',
  'check.status.in-use': 'Another program or browser tab is using the scanner.',
  'check.status.none': 'it tells no status',

  'check.model.good': '{model} · level {level}',
  'check.model.levelUntold': '{model} · the driver does not tell its level',
  'check.model.l0': '{model} · level L0: the authority is giving up scanners of this level.',
  'check.model.l0Next': 'It works today. Ask your bank when to change to a level L1 scanner.',
  'check.model.silent': 'The device service does not say what its scanner is.',
  'check.model.incomplete': 'The device service leaves out what the authority needs: {names}.',
  'check.model.incompleteNext':
    'Replug the scanner and restart the device service; if that does not help, update it ({version} or later).',

  'check.version.told': '{version}.',
  'check.version.good': '{version}; your bank asks for {required} or later.',
  'check.version.old': '{version}, but your bank asks for {required} or later of this maker.',
  'check.version.oldNext': 'It may work today. Install the latest device service app when you can.',
  'check.version.unknown':
    'The driver calls its version “{version}”, which cannot be compared with {required}.',
  'check.version.unknownNext': 'Look up the version in the device service app.',

  'check.certificate.good': 'Valid until {until}.',
  'check.certificate.soon': 'Valid until {until}: it ends soon.',
  'check.certificate.soonNext':
    'Open the device service app while online: it renews its key, or choose Key Rotation there.',
  'check.certificate.ended': 'It ended on {until}.',
  'check.certificate.endedNext':
    'Open the device service app, choose Update, then Key Rotation; replug the scanner; then check again.',
  'check.certificate.early': 'It begins only on {from}.',
  'check.certificate.earlyNext':
    'Set date and time to automatic, restart the device service, then check again.',
  'check.certificate.unknown': 'The driver’s certificate cannot be read.',
  'check.certificate.unknownNext': 'If scans are refused, choose Key Rotation in the device service app.',

  'check.clock.good': 'Right to within {seconds} s.',
  'check.clock.bad': '{minutes} minutes {direction}. Scanners refuse to work on a wrong clock.',
  'check.clock.fast': 'fast',
  'check.clock.slow': 'slow',
  'check.clock.badNext': 'Set date, time and time zone to automatic, then check again.',
  'check.clock.unknown': 'The portal’s server did not tell the time.',
  'check.clock.unknownNext': 'Check this computer’s internet connection.',

  'check.scan.clock': 'The finger was read, but the device service’s clock is {minutes} minutes off.',
  'check.scan.clockNext':
    'Set date, time and time zone to automatic, restart the device service, then check again.',

  'check.report.copy': 'Copy report',
  'check.report.print': 'Print',
  'check.report.title': 'Fingerprint scanner check · {product}',
  'check.report.made': 'Made {time} (India time) at {site}',
  'check.report.browser': 'Browser: {name}',
  'check.report.device': 'Scanner',
  'check.report.ports': 'Ports',
  'check.report.next': 'To do: {text}',
  'check.report.words': 'For your bank’s support: what was checked, and nothing of your finger.',
})
