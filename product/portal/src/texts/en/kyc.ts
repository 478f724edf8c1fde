import { captureTexts, kycTexts } from '@ekyc/contract/texts'

export const kyc = {
  'kyc.title': 'Do KYC',
  'kyc.steps': 'Steps of this KYC',
  'kyc.step.reference': 'Reference',
  'kyc.step.fingerprint': 'Fingerprint',
  'kyc.step.submit': 'Submit',
  'kyc.step.done': 'done',

  'kyc.reference.title': 'Customer reference',
  'kyc.reference.label': 'Reference number',
  'kyc.reference.hint': 'The number on the customer’s form, or in the bank’s message.',
  'kyc.reference.check': 'Check',
  'kyc.reference.accepted': 'Checked',
  'kyc.reference.startOver': 'Change customer',
  'kyc.reference.empty': kycTexts.referenceEmpty,
  'kyc.reference.orderNotCreated': kycTexts.orderNotCreated,
  'kyc.reference.failedTitle': 'The reference was not accepted',
  'kyc.reference.uncheckedTitle': 'The reference could not be checked',
  'kyc.reference.ok': 'Ok',

  'kyc.consent.title': 'Read this to the customer',
  'kyc.consent.tick': 'I have read this to the customer, and the customer agrees',
  'kyc.consent.missing': 'Ask the customer first, then tick the box.',
  'kyc.consent.unseen': 'Read the text to its end first. Then you can tick the box.',
  'kyc.consent.given': 'Consent in {language}, {time}',
  'kyc.consent.open': 'Show',
  'kyc.consent.fold': 'Hide',

  'kyc.scanner.title': 'Fingerprint',
  'kyc.scanner.capture': 'Capture Fingerprint',
  'kyc.scanner.again': 'Scan again',
  'kyc.scanner.check': 'Check the scanner',
  'kyc.scanner.searchAgain': 'Search again',
  'kyc.scanner.chooseTitle': 'Which scanner is in front of you?',
  'kyc.scanner.idle': 'Plug in the scanner, then press Capture Fingerprint.',
  'kyc.scanner.coach': 'Press Capture Fingerprint. Your browser will ask once: press Allow.',
  'kyc.scanner.looking': captureTexts.detecting,
  'kyc.scanner.finishing':
    'The scanner is finishing the scan you stopped. The new scan then starts automatically.',
  'kyc.scanner.chooseNext': 'More than one scanner is ready. Choose one.',
  'kyc.scanner.ready': 'Scanner found. Getting it ready…',
  'kyc.scanner.capturing': 'Ask the customer to place one finger on the scanner and keep it still.',
  'kyc.scanner.captured': captureTexts.captured,
  'kyc.scanner.capturedNext': 'Press Proceed within {minutes} minutes, or this fingerprint is deleted.',
  'kyc.scanner.dropped':
    'The fingerprint was not sent within {minutes} minutes and has been deleted. Scan again.',
  'kyc.scanner.left': 'You left this page, so the fingerprint was deleted. Scan again.',
  'kyc.scanner.allowed': 'The browser now lets this page use the scanner. Press Capture Fingerprint.',
  'kyc.scanner.cancelled': 'Stopped. Press Capture Fingerprint when the customer is ready.',

  'kyc.warning.certificate.title': 'The scanner’s certificate is not valid today',
  'kyc.warning.certificate.now':
    'This scan would be refused. Open the device service app, choose Update, then Key Rotation; then press Scan again.',
  'kyc.warning.certificateEnds.title': 'The scanner’s certificate ends on {day}',
  'kyc.warning.certificateEnds.now':
    'Scans work until then. Before that day, open the device service app, choose Update, then Key Rotation.',
  'kyc.warning.clock.title': 'The scanner’s clock is wrong',
  'kyc.warning.clock.now':
    'This scan would be refused. Set date, time and time zone to automatic, restart the device service, then press Scan again.',
  'kyc.warning.level.title': 'This scanner is of level L0',
  'kyc.warning.level.now':
    'The authority’s approval of level L0 ended on 30 June 2025, so the scan may be refused. Use a level L1 scanner if you have one.',
  'kyc.warning.levelRefused.title': 'Your bank accepts scanners of level L1 only',
  'kyc.warning.levelRefused.now':
    'This scanner is of level L0, so its scan would be refused. Plug in a level L1 scanner.',

  'kyc.clock.title': 'This computer’s clock is wrong',
  'kyc.clock.words':
    'This computer’s clock is {away} off, and the scanner does not work when the clock is wrong. Set date and time to automatic, then try again.',

  'kyc.submit.proceed': 'Proceed',
  'kyc.submit.waiting': 'The order will be sent automatically when you are back online. Keep this page open.',
  'kyc.submit.sending':
    'Checking with the identity authority. This can take up to half a minute. Keep this page open.',

  'kyc.advice.happened': 'What happened',
  'kyc.advice.tell': 'Tell the customer',
  'kyc.advice.now': 'What to do now',
  'kyc.advice.code': 'For support: device code {code}',
  'kyc.advice.support': 'For support: {text}',

  'kyc.result.title': kycTexts.resultTitle,
  'kyc.result.successWords': 'The identity authority confirmed the identity.',
  'kyc.result.reference': 'Reference',
  'kyc.result.started': 'Started (India time)',
  'kyc.result.verified': 'Verified (India time)',
  'kyc.result.copy': 'Copy',
  'kyc.result.copyOf': 'Copy {name}',
  'kyc.result.copiedOf': '{name} copied',
  'kyc.result.retry': 'Retry',
  'kyc.result.next-customer': 'Next customer',
  'kyc.result.list': 'Open the KYC List',
  'kyc.result.check-scanner': 'Check the scanner',
  'kyc.result.dashboard': 'To the dashboard',
  'kyc.result.print': 'Print',
  'kyc.result.page': 'Open this order’s page',
  'kyc.result.consent': 'Consent',
  'kyc.result.consentGiven': 'Version {version}, {language}, given {time}',
  'kyc.result.noConsent': 'None recorded',
  'kyc.result.device': 'Scanner',
  'kyc.receipt.share': 'Share',
  'kyc.receipt.notShared': 'The browser could not share the receipt. Print it instead.',
  'kyc.receipt.printed': 'Printed {time} (India)',
  'kyc.order.here': 'Order loaded.',
  'kyc.order.unfinished':
    'This KYC was not finished: no fingerprint was sent for it. Check the reference again under Do KYC.',
  'kyc.result.none': 'There is no result to show.',

  // The customer sees or hears these texts, in the customer’s own language.
  'consent.language': 'Customer’s language',
  'consent.show': 'Show to the customer',
  'consent.large': 'Consent of the customer, in large print',
  'consent.readAloud': 'Read aloud',
  'consent.stopReading': 'Stop reading',
  'consent.draft': 'This translation is a draft. The bank has not approved it yet.',

  // The advice on each refusal of the server. `tell` is for the customer; `now` is the agent's next step. `happened`
  // replaces the server's own text if that text is missing or hard to understand. /
  'refusal.scanTooOld.tell': 'That took too long. Please place your finger once more.',
  'refusal.scanTooOld.now': 'Press Retry, scan again and press Proceed right after the scan.',
  'refusal.scanUsed.tell': 'We need a fresh scan. Please place your finger once more.',
  'refusal.scanUsed.now':
    'Unplug the scanner and plug it in again, then press Retry and scan again. If it happens again, restart the device service.',
  'refusal.scanDamaged.tell': 'The reading did not work. This is not your fault. Once more, please.',
  'refusal.scanDamaged.now':
    'Press Retry and scan again. If it happens again, update the device service app ({version} or later).',
  'refusal.clock.happened': 'The scanner’s clock is wrong: its time does not fit this order.',
  'refusal.clock.tell': 'My computer’s clock was wrong. Once more, please.',
  'refusal.clock.now':
    'Set date, time and time zone to automatic and restart the device service. Then press Retry and scan again.',
  'refusal.certificate.tell': 'The scanner needs an update first. This is not your fault.',
  'refusal.certificate.now':
    'Unplug the scanner and plug it in again. Open the device service app, choose Update, then Key Rotation. Then check the scanner.',
  'refusal.deviceKey.tell': 'The scanner’s software must be updated first. This is not your fault.',
  'refusal.deviceKey.now':
    'Install the latest device service app ({version} or later) and restart it. Then check the scanner.',
  'refusal.deviceNotAllowed.tell': 'This scanner may not be used here. This is not your fault.',
  'refusal.deviceNotAllowed.now':
    'Use a scanner that your bank allows, then press Retry. If you have none, ask your bank which ones it allows.',
  'refusal.orderExpired.tell': 'Your request was open for too long. I will open it again.',
  'refusal.orderExpired.now': 'Press Retry: the reference is checked again, then scan the finger.',
  'refusal.consent.tell': 'I need your agreement before I continue.',
  'refusal.consent.now':
    'Press Retry, read the text to the customer, tick the box when the customer agrees, and scan again.',
  'refusal.newConsent.tell': 'The bank has a new text. I will read it to you.',
  'refusal.newConsent.now':
    'Press Retry: the new text is shown. Read it to the customer, tick the box when the customer agrees, and scan again.',
  'refusal.done.tell': 'Your KYC is already complete.',
  'refusal.done.now': 'Nothing is left to do for this customer. Serve the next one.',
  'refusal.inWork.tell': 'Your request is already being processed. One moment, please.',
  'refusal.inWork.now':
    'Look in the KYC List in a minute. If the order is not there, check the reference again.',
  'refusal.notKnown.tell': 'The bank does not know this number. May I see your form again?',
  'refusal.notKnown.now':
    'Compare the number with the customer’s form or the bank’s message, and correct it.',
  'refusal.notAllowed.tell': 'The bank does not allow this check for your number. Please ask the bank.',
  'refusal.notAllowed.now': 'Trying again will not help. Serve the next customer.',
  'refusal.failedOften.tell': 'The fingerprint was tried too often today. Please come back tomorrow.',
  'refusal.failedOften.now': 'Trying again will not help today. Serve the next customer.',
  'refusal.notPermitted.happened': 'Your account is not permitted to do this.',
  'refusal.notPermitted.tell': 'I am not permitted to do this. Another agent or the bank can help you.',
  'refusal.notPermitted.now': 'Trying again will not help. Ask your bank to check what your account may do.',
  'refusal.notInOrder.tell': 'I cannot do this at the moment. Another agent or the bank can help you.',
  'refusal.notInOrder.now':
    'Trying again will not help. Call your bank; you can go on as soon as it has put this right.',
  'refusal.throttled.tell': 'The system asks us to wait a little. This is not your fault.',
  'refusal.throttled.now': 'Wait a while, then try again.',
  'refusal.busy.tell': 'The system is busy. This is not your fault. One moment, please.',
  'refusal.busy.now': 'Wait a minute, then try again.',
  'refusal.pending.tell': 'Your request is still being processed. One moment, please.',
  'refusal.pending.now': 'Look in the KYC List in a minute: the order may have gone through.',
  'refusal.authoritySilent.happened': 'The identity authority did not answer in time.',
  'refusal.authoritySilent.tell': 'The authority did not answer in time. This is not your fault.',
  'refusal.authoritySilent.now': 'Wait a minute, then press Retry and scan the finger again.',
  'refusal.authorityUnusable.tell':
    'The authority’s system is not working at the moment. This is not your fault.',
  'refusal.authorityUnusable.now':
    'The finger was not the problem. Wait a few minutes, then press Retry and scan again. If it happens again, give support the transaction below.',
  'refusal.bankSilent.tell': 'The bank’s system did not answer. This is not your fault.',
  'refusal.bankSilent.now': 'The finger was not the problem. Wait a minute, then press Retry and scan again.',
  'refusal.bankUnusable.tell':
    'The bank’s system has a fault. This is not your fault, and your finger is fine.',
  'refusal.bankUnusable.now':
    'Another scan will not help: the bank must correct its answer for this reference. Tell support, and serve the next customer.',
  'refusal.interrupted.tell': 'The system was interrupted. This is not your fault. Once more, please.',
  'refusal.interrupted.now': 'Press Retry and scan the finger again.',
  'refusal.fault.happened': 'The portal’s server has a problem.',
  'refusal.fault.tell': 'The system has a problem. This is not your fault.',
  'refusal.fault.now':
    'Wait a minute, then try again. If it happens again, give support this message and the time.',
  'refusal.offline.happened': 'You are offline: the server could not be reached.',
  'refusal.offline.tell': 'The connection is interrupted. One moment, please.',
  'refusal.offline.now':
    'Check the internet connection. Your reference is kept, and checked as soon as you are back online.',
  'refusal.slow.happened': 'The server did not answer in time.',
  'refusal.slow.tell': 'The connection is slow. One moment, please.',
  'refusal.slow.now': 'Your reference is kept. Try again in a moment.',
  'refusal.unanswered.happened': 'The connection was lost before the result arrived.',
  'refusal.unanswered.tell': 'The connection was lost before the result arrived. I will check.',
  'refusal.unanswered.now':
    'When you are back online, look in the KYC List first: the order may have gone through. If it is not there, press Retry.',
  'refusal.other.tell': 'The identity could not be confirmed this time. Nothing has been changed.',
  'refusal.other.now':
    'Try once more. If it is refused again, give support the reason above, or serve the next customer.',

  'exception.link': 'The finger cannot be read',

  'exception.ask.words': 'A person of the bank decides. The customer gets a slip.',
  'exception.reason': 'Why can the finger not be read?',
  'exception.reason.missed': 'Choose a reason',
  'exception.reason.worn': 'The fingertips are worn',
  'exception.reason.injured': 'The fingers are injured',
  'exception.reason.missing': 'Fingers or hands are missing',
  'exception.reason.bandaged': 'A bandage covers the fingers',
  'exception.reason.dry_or_wet': 'The skin is too dry or too wet',
  'exception.reason.biometrics_locked': 'The biometrics are locked',
  'exception.reason.device_cannot_read': 'The scanner does not read the finger',
  'exception.reason.customer_declines': 'The customer does not want it',
  'exception.reason.not_recognised': 'The authority did not recognise the finger',
  'exception.needs': 'Needs of a person with a disability',
  'exception.needs.words': 'Only if the customer wishes to tell. It is deleted after the decision.',
  'exception.needs.seeing': 'Help with seeing',
  'exception.needs.hearing': 'Help with hearing',
  'exception.needs.speaking': 'Help with speaking',
  'exception.needs.moving': 'Help with moving',
  'exception.needs.understanding': 'More time, or simpler words',
  'exception.needs.other': 'Another need',
  'exception.record': 'Give it to the bank',
  'exception.change': 'Change the reason',

  'exception.slip.title': 'You have not been refused. The bank will review your case.',
  'exception.slip.print': 'Print the slip',
  'exception.slip.why': 'Reason',
  'exception.slip.tried': 'What was tried',
  'exception.slip.tries': 'Your fingerprint, tries today: {tries}',
  'exception.slip.next': 'What you can do now',
  'exception.slip.usualWay':
    'Prove your identity at any branch of {bank} by other documents. Bring this slip.',
  'exception.slip.who': 'Who reviews your case',
  'exception.slip.dueBy': 'A person at {bank}, by {time}.',
  'exception.slip.complain': 'How to complain',
  'exception.decision': 'Decision of the bank',
  'exception.decision.invite_again': 'Please come again for a new try.',
  'exception.decision.other_way_accepted': 'Your identity was accepted in another way.',
  'exception.decision.refused_identity_not_proven': 'Refused: the identity was not proven.',
  'exception.decision.refused_documents_missing': 'Refused: documents are missing.',
  'exception.decision.refused_customer_withdrew': 'Closed, because you withdrew.',

  'exception.advice.tell': 'You have not been refused. A person at the bank will review your case by {time}.',
}
