import { texts } from '../t.ts'

/** The meaning of the authority's answers. `tell` is for the customer, `now` for the agent. */
export const t = texts({
  'authority.code': 'For support: authority code {code}',
  'authority.action': 'The authority adds: {action}',

  'authority.noMatch.because': 'The scan was not like the fingerprints that the authority has on record.',
  'authority.noMatch.tell':
    'The fingerprint was not recognised. That happens with dry, worn or wet fingers. Let us try another one.',
  'authority.noMatch.now':
    'Check that the reference is this customer’s. Wipe scanner and finger, press Retry, and take another finger; thumbs often read best.',
  'authority.biometricsLocked.because':
    'The customer, or somebody for them, has locked the use of fingerprints.',
  'authority.biometricsLocked.tell':
    'Your fingerprints are locked at the authority. You can unlock them yourself, on its site or in its app.',
  'authority.biometricsLocked.now':
    'Let the customer unlock the biometrics, for example on their phone; then press Retry. Otherwise serve the next customer.',
  'authority.numberLocked.because': 'The customer has locked the number or forbidden its use.',
  'authority.numberLocked.tell':
    'Your identity number is locked at the authority. You can unlock it yourself, on its site or in its app.',
  'authority.numberLocked.now':
    'Let the customer unlock the number; then press Retry. Otherwise serve the next customer.',
  'authority.noFingerprints.because': 'The customer was enrolled without fingerprints.',
  'authority.noFingerprints.tell':
    'The authority has no fingerprints of you. An identity center can add them; until then the bank takes other documents.',
  'authority.noFingerprints.now': 'Another try cannot help. Send the customer to the bank with documents.',
  'authority.bestFingerNeeded.because':
    'The authority wants to know first which finger of this customer reads best.',
  'authority.bestFingerNeeded.tell': 'Please have your best finger determined at an identity center first.',
  'authority.bestFingerNeeded.now':
    'Another try cannot help today. Send the customer to an identity center, or to the bank with documents.',
  'authority.numberNotActive.because': 'The authority has suspended or cancelled this number.',
  'authority.numberNotActive.tell':
    'Your identity number is not active at the moment. An identity center can tell you why and activate it again.',
  'authority.numberNotActive.now':
    'Another try cannot help. Send the customer to an identity center, or to the bank with documents.',
  'authority.numberNotValid.because':
    'The number that the bank holds for this customer is not known to the authority.',
  'authority.numberNotValid.tell': 'The bank must check the identity number that it has of you.',
  'authority.numberNotValid.now':
    'Check that the reference is this customer’s. If it is, the bank must correct the number; another try cannot help.',
  'authority.virtualIdEnded.because': 'The customer gave the bank a virtual ID that is not valid any more.',
  'authority.virtualIdEnded.tell':
    'Your virtual ID has ended. Please make a new one and give it to the bank.',
  'authority.virtualIdEnded.now': 'When the bank has the new virtual ID, press Retry.',
  'authority.captureNotAccepted.because': 'The scan did not have the form that the authority asks for.',
  'authority.captureNotAccepted.tell':
    'The reading did not work. It has nothing to do with you. Once more, please.',
  'authority.captureNotAccepted.now':
    'Press Retry and scan one finger. If it happens again, update the device service app and give support the code below.',
  'authority.deviceNotAccepted.because': 'This scanner is not, or no longer, registered with the authority.',
  'authority.deviceNotAccepted.tell': 'This scanner may not be used. It has nothing to do with you.',
  'authority.deviceNotAccepted.now':
    'Use another registered scanner. Without one, register this one again in the device service app, or call support.',
  'authority.serviceNotRegistered.because':
    'The device service app on this computer is not one the authority knows.',
  'authority.serviceNotRegistered.tell':
    'The scanner’s software is out of date. It has nothing to do with you.',
  'authority.serviceNotRegistered.now':
    'Install the latest device service app ({version} or later) from its maker, restart it, then press Retry.',
  'authority.deviceBlocked.because':
    'The authority has blocked this scanner: too many errors, or too many scans.',
  'authority.deviceBlocked.tell': 'This scanner may not be used today. It has nothing to do with you.',
  'authority.deviceBlocked.now': 'Use another scanner and press Retry, or call support.',
  'authority.deviceKeyExpired.because': 'The scanner’s security key is too old.',
  'authority.deviceKeyExpired.tell': 'The scanner needs a minute. It has nothing to do with you.',
  'authority.deviceKeyExpired.now':
    'Replug the scanner, open the device service app, choose Update, then Key Rotation. Then press Retry.',
  'authority.providerKeyExpired.because': 'The key of the scanner’s maker has ended, for all its scanners.',
  'authority.providerKeyExpired.tell': 'This scanner cannot be used today. It has nothing to do with you.',
  'authority.providerKeyExpired.now':
    'Use a scanner of another maker, or install the latest device service app ({version} or later) and press Retry.',
  'authority.captureNotOpened.because': 'The scan was encrypted with an old key, or was damaged on its way.',
  'authority.captureNotOpened.tell':
    'The reading did not get through. It has nothing to do with you. Once more, please.',
  'authority.captureNotOpened.now':
    'Press Retry and scan again. If it happens again, update the device service app ({version} or later).',
  'authority.timeNotAccepted.because': 'The clock of this computer, or of the device service, is wrong.',
  'authority.timeNotAccepted.tell': 'The clock of my computer was wrong. Once more, please.',
  'authority.timeNotAccepted.now':
    'Set date, time and time zone to automatic, restart the device service, then press Retry and scan again.',
  'authority.sentBefore.because': 'The device service handed out the same scan twice.',
  'authority.sentBefore.tell': 'The reading must be fresh. Please place your finger once more.',
  'authority.sentBefore.now':
    'Replug the scanner, then press Retry and scan again. If it happens again, restart the device service.',
  'authority.requestNotAccepted.because': 'The authority did not take the request as the bank sent it.',
  'authority.requestNotAccepted.tell': 'The system has a problem. It has nothing to do with you.',
  'authority.requestNotAccepted.now':
    'Another try cannot help. Give support the code below; the bank must put this right.',
  'authority.outOfOrder.because': 'The fault is on the authority’s side.',
  'authority.outOfOrder.tell':
    'The authority’s system does not work at the moment. It has nothing to do with you.',
  'authority.outOfOrder.now': 'Wait a few minutes, then press Retry and scan again.',
  'authority.notConfirmed.because': 'The authority did not confirm the customer and gave no reason.',
  'authority.notConfirmed.tell': 'The authority could not confirm you this time. Let us try once more.',
  'authority.notConfirmed.now':
    'Check that the reference is this customer’s, then press Retry and scan another clean, dry finger.',
  'authority.noData.because': 'The fingerprint was right, but the authority gave out no data.',
  'authority.noData.tell':
    'The authority gives out no data of you at the moment. An identity center can help.',
  'authority.noData.now': 'Send the customer to an identity center, or to the bank with documents.',
  'authority.optedOut.because': 'The customer has told the authority to give their data to nobody.',
  'authority.optedOut.tell':
    'You have told the authority to share your data with nobody. You can allow it again, or bring documents to the bank.',
  'authority.optedOut.now': 'Respect the customer’s choice. If they allow it again, press Retry.',
  'authority.otherPurpose.because': 'The device service did not seal the scan for this request.',
  'authority.otherPurpose.tell': 'The reading must be fresh. Please place your finger once more.',
  'authority.otherPurpose.now':
    'Press Retry and scan again. If it happens again, update the device service app ({version} or later).',
  'authority.unknownCode.because': 'The authority gave a reason that this portal does not know.',
  'authority.unknownCode.tell': 'The authority could not confirm you this time. Nothing has been changed.',
  'authority.unknownCode.now': 'Press Retry once. If it happens again, give support the code below.',
})
