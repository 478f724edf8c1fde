/** The texts of the agent's own score: the causes of failures, and the step that cures each cause. */
export const score = {
  'score.title': 'Your score',
  'score.none': 'No KYC was finished this month yet.',
  'score.share': '{share} %',
  'score.of': '{success} of {total} succeeded in {month}',
  'score.reasons': 'What failed most, and what helps',
  'score.times': '{count} ×',

  'score.finger.name': 'Fingerprint did not match',
  'score.finger.cure': 'Wipe the scanner and the finger before each scan, and start with a thumb.',
  'score.locked.name': 'Locked by the customer',
  'score.locked.cure':
    'Ask before the scan: the customer can unlock it in the authority’s app or on its website.',
  'score.enrolment.name': 'Customer’s record not ready',
  'score.enrolment.cure': 'Send the customer to an identity center first: trying again will not help.',
  'score.number.name': 'Identity number not valid',
  'score.number.cure':
    'Compare the reference with the customer’s form. If it is right, the bank must correct the number.',
  'score.optedOut.name': 'Customer shares no data',
  'score.optedOut.cure': 'Respect the customer’s choice, and send the customer to the bank with documents.',
  'score.scanner.name': 'Scanner not accepted',
  'score.scanner.cure':
    'Use another registered scanner, or register this one again in the device service app.',
  'score.key.name': 'Scanner’s key expired',
  'score.key.cure': 'Open the device service app, choose Update, then Key Rotation.',
  'score.driver.name': 'Scan not readable for the authority',
  'score.driver.cure': 'Install the latest device service app from the scanner’s maker.',
  'score.clock.name': 'Computer’s clock wrong',
  'score.clock.cure': 'Set date, time and time zone to automatic, and restart the device service.',
  'score.oldScan.name': 'Old scan sent again',
  'score.oldScan.cure': 'Unplug the scanner and plug it in again.',
  'score.authority.name': 'Authority did not answer',
  'score.authority.cure':
    'The finger was not the problem. Wait a few minutes, then scan the same finger again.',
  'score.bank.name': 'Bank did not answer',
  'score.bank.cure': 'The finger was not the problem. Wait a minute, then scan the same finger again.',
  'score.other.name': 'Other faults',
  'score.other.cure': 'These are not your fault. Tell support if they happen again.',
}
