/** The items of a consent text, in the order in which the customer reads them. */
export const consentItems = ['data', 'purpose', 'sharing', 'alternatives', 'withdrawal'] as const
