import { captureTexts, kycTexts } from '@ekyc/contract/texts'

import { texts } from '../t.ts'

export const t = texts({
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
  'kyc.reference.tryAgain': 'Try again',

  'kyc.consent.title': 'Read this to the customer',
  'kyc.consent.tick': 'I have read this to the customer, and the customer agrees',
  'kyc.consent.missing': 'Ask the customer first, then tick the box.',

  'kyc.scanner.title': 'Fingerprint',
  'kyc.scanner.capture': 'Capture Fingerprint',
  'kyc.scanner.again': 'Scan again',
  'kyc.scanner.check': 'Check the scanner',
  'kyc.scanner.tryAgain': 'Try again',
  'kyc.scanner.searchAgain': 'Search again',
  'kyc.scanner.cancel': 'Cancel',
  'kyc.scanner.close': 'Close',
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
  'kyc.scanner.capturedNext': 'Press Proceed. The fingerprint is deleted after {minutes} minutes.',
  'kyc.scanner.dropped':
    'The fingerprint was not sent within {minutes} minutes and has been deleted. Scan again.',
  'kyc.scanner.allowed': 'The browser now lets this page use the scanner. Press Capture Fingerprint.',
  'kyc.scanner.cancelled': 'Stopped. Press Capture Fingerprint when the customer is ready.',

  'kyc.warning.certificate.title': 'The scanner’s certificate is not valid today',
  'kyc.warning.certificate.now':
    'This scan would be refused. Open the device service app, choose Update, then Key Rotation; then press Scan again.',
  'kyc.warning.clock.title': 'The scanner’s clock is wrong',
  'kyc.warning.clock.now':
    'This scan would be refused. Set date, time and time zone to automatic, restart the device service, then press Scan again.',
  'kyc.warning.level.title': 'This scanner is of level L0',
  'kyc.warning.level.now':
    'The authority is phasing out scanners of this level and may refuse the scan. If you have a level L1 scanner, use that one.',

  'kyc.clock.title': 'This computer’s clock is wrong',
  'kyc.clock.words':
    'It is {minutes} minutes off, and the scanner does not work when the clock is wrong. Set date and time to automatic, then try again.',

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
  'kyc.result.KYC_SUCCESS': 'Success',
  'kyc.result.KYC_FAILURE': 'Failed',
  'kyc.result.successWords': 'The identity authority confirmed the customer.',
  'kyc.result.reference': 'Reference',
  'kyc.result.order': 'Order',
  'kyc.result.transaction': 'Transaction',
  'kyc.result.time': 'Date and time (India)',
  'kyc.result.startOne': 'Do KYC',
  'kyc.result.copyShort': 'Copy',
  'kyc.result.copiedShort': 'Copied',
  'kyc.result.copy': 'Copy {what}',
  'kyc.result.copied': '{what} copied',
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
})
