/** The texts of portal and console that explain the authority's answers. `tell` is for the customer; `now` is for the agent. */
export const authority = {
  'authority.code': 'For support: authority code {code}',
  'authority.action': 'The authority adds: {action}',

  'authority.noMatch.because': 'The scan does not match the fingerprints the authority has on record.',
  'authority.noMatch.tell':
    'The fingerprint was not recognised. This can happen with dry, wet or worn fingers. Let’s try another finger.',
  'authority.noMatch.now':
    'Check that the reference belongs to this customer. Wipe the scanner and the finger, press Retry and use another finger. Thumbs often read best.',
  'authority.biometricsLocked.because':
    'The customer, or someone on their behalf, has locked their fingerprints.',
  'authority.biometricsLocked.tell':
    'Your fingerprints are locked with the identity authority. You can unlock them on its website or in its app.',
  'authority.biometricsLocked.now':
    'Ask the customer to unlock them, for example on their phone, then press Retry. If that is not possible now, serve the next customer.',
  'authority.numberLocked.because': 'The customer has locked the number or forbidden its use.',
  'authority.numberLocked.tell':
    'Your identity number is locked with the identity authority. You can unlock it on its website or in its app.',
  'authority.numberLocked.now':
    'Ask the customer to unlock the number, then press Retry. If that is not possible now, serve the next customer.',
  'authority.noFingerprints.because': 'The customer was enrolled without fingerprints.',
  'authority.noFingerprints.tell':
    'The authority has no fingerprints on record for you. An identity center can add them; until then the bank accepts other documents.',
  'authority.noFingerprints.now': 'Trying again will not help. Send the customer to the bank with documents.',
  'authority.bestFingerNeeded.because':
    'The authority must first record which of this customer’s fingers reads best.',
  'authority.bestFingerNeeded.tell':
    'Please visit an identity center first to find out which of your fingers reads best.',
  'authority.bestFingerNeeded.now':
    'Trying again will not help today. Send the customer to an identity center, or to the bank with documents.',
  'authority.numberNotActive.because': 'The authority has suspended or cancelled this number.',
  'authority.numberNotActive.tell':
    'Your identity number is not active at the moment. An identity center can tell you why and activate it again.',
  'authority.numberNotActive.now':
    'Trying again will not help. Send the customer to an identity center, or to the bank with documents.',
  'authority.numberNotValid.because':
    'The authority does not recognise the number the bank holds for this customer.',
  'authority.numberNotValid.tell': 'The bank needs to check the identity number it has for you.',
  'authority.numberNotValid.now':
    'Check that the reference belongs to this customer. If it does, the bank must correct the number; trying again will not help.',
  'authority.virtualIdEnded.because': 'The customer gave the bank a virtual ID that is no longer valid.',
  'authority.virtualIdEnded.tell':
    'Your virtual ID has expired. Please make a new one and give it to the bank.',
  'authority.virtualIdEnded.now': 'When the bank has the new virtual ID, press Retry.',
  'authority.captureNotAccepted.because': 'The scan was not in the format the authority requires.',
  'authority.captureNotAccepted.tell': 'The reading did not work. This is not your fault. Once more, please.',
  'authority.captureNotAccepted.now':
    'Press Retry and scan one finger. If it happens again, update the device service app and give support the code below.',
  'authority.deviceNotAccepted.because': 'This scanner is not, or no longer, registered with the authority.',
  'authority.deviceNotAccepted.tell': 'This scanner may not be used. This is not your fault.',
  'authority.deviceNotAccepted.now':
    'Use another registered scanner. If you have none, register this one again in the device service app, or call support.',
  'authority.serviceNotRegistered.because':
    'The authority does not recognise the device service app on this computer.',
  'authority.serviceNotRegistered.tell': 'The scanner’s software is out of date. This is not your fault.',
  'authority.serviceNotRegistered.now':
    'Install the latest device service app ({version} or later) from its maker, restart it, then press Retry.',
  'authority.deviceBlocked.because':
    'The authority has blocked this scanner: too many errors, or too many scans.',
  'authority.deviceBlocked.tell': 'This scanner may not be used today. This is not your fault.',
  'authority.deviceBlocked.now': 'Use another scanner and press Retry, or call support.',
  'authority.deviceKeyExpired.because': 'The scanner’s security key is too old.',
  'authority.deviceKeyExpired.tell': 'The scanner needs a minute. This is not your fault.',
  'authority.deviceKeyExpired.now':
    'Unplug the scanner and plug it in again. Open the device service app, choose Update, then Key Rotation. Then press Retry.',
  'authority.providerKeyExpired.because':
    'The manufacturer’s security key has expired; all its scanners are affected.',
  'authority.providerKeyExpired.tell': 'This scanner cannot be used today. This is not your fault.',
  'authority.providerKeyExpired.now':
    'Use a scanner from another manufacturer, or install the latest device service app ({version} or later) and press Retry.',
  'authority.captureNotOpened.because': 'The scan was encrypted with an old key, or was damaged in transit.',
  'authority.captureNotOpened.tell':
    'The reading did not get through. This is not your fault. Once more, please.',
  'authority.captureNotOpened.now':
    'Press Retry and scan again. If it happens again, update the device service app ({version} or later).',
  'authority.timeNotAccepted.because': 'The clock of this computer, or of the device service, is wrong.',
  'authority.timeNotAccepted.tell': 'My computer’s clock was wrong. Once more, please.',
  'authority.timeNotAccepted.now':
    'Set date, time and time zone to automatic, restart the device service, then press Retry and scan again.',
  'authority.sentBefore.because': 'The device service sent the same scan twice.',
  'authority.sentBefore.tell': 'We need a fresh scan. Please place your finger once more.',
  'authority.sentBefore.now':
    'Unplug the scanner and plug it in again, then press Retry and scan again. If it happens again, restart the device service.',
  'authority.requestNotAccepted.because': 'The authority rejected the bank’s request.',
  'authority.requestNotAccepted.tell': 'The system has a problem. This is not your fault.',
  'authority.requestNotAccepted.now':
    'Trying again will not help. Give support the code below; the bank has to fix this.',
  'authority.outOfOrder.because': 'The fault is on the authority’s side.',
  'authority.outOfOrder.tell': 'The authority’s system is not working at the moment. This is not your fault.',
  'authority.outOfOrder.now': 'Wait a few minutes, then press Retry and scan again.',
  'authority.notConfirmed.because': 'The authority did not confirm the customer and gave no reason.',
  'authority.notConfirmed.tell': 'The authority could not confirm you this time. Let us try once more.',
  'authority.notConfirmed.now':
    'Check that the reference belongs to this customer, then press Retry and scan another clean, dry finger.',
  'authority.noData.because': 'The fingerprint matched, but the authority returned no data.',
  'authority.noData.tell': 'The authority cannot share your data at the moment. An identity center can help.',
  'authority.noData.now': 'Send the customer to an identity center, or to the bank with documents.',
  'authority.optedOut.because': 'The customer has told the authority not to share their data.',
  'authority.optedOut.tell':
    'You have told the authority not to share your data. You can allow it again, or bring documents to the bank.',
  'authority.optedOut.now': 'Respect the customer’s choice. If they allow it again, press Retry.',
  'authority.otherPurpose.because': 'The device service prepared the scan for a different request.',
  'authority.otherPurpose.tell': 'We need a fresh scan. Please place your finger once more.',
  'authority.otherPurpose.now':
    'Press Retry and scan again. If it happens again, update the device service app ({version} or later).',
  'authority.unknownCode.because': 'The authority gave a reason that this portal does not know.',
  'authority.unknownCode.tell': 'The authority could not confirm you this time. Nothing has been changed.',
  'authority.unknownCode.now': 'Press Retry once. If it happens again, give support the code below.',
}
