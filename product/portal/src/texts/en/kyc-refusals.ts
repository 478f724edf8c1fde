/**
 * The advice on each refusal of the server. `tell` is for the customer; `now` is the agent's next step. `happened`
 * replaces the server's own text if that text is missing or hard to understand.
 */
export const kycRefusals = {
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
}
