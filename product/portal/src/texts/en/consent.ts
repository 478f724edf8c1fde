/** The labels beside the bank's consent text, which the customer reads or hears in the customer's own language. */
export const consent = {
  'consent.language': 'Customer’s language',
  'consent.show': 'Show to the customer',
  'consent.large': 'Consent of the customer, in large print',
  'consent.close': 'Close',
  'consent.readAloud': 'Read aloud',
  'consent.stopReading': 'Stop reading',
  'consent.draft': 'This translation is a draft. The bank has not approved it yet.',
}
