export const kycTexts = {
  noPermission: "Sorry, You don't have permission to do kyc!",
  referenceEmpty: 'Please enter valid reference Number',
  orderNotCreated: 'OrderId creation Failed', // sic
  resultTitle: 'KYC Details',
  timeoutError: 'Timeout Error',
  noTransactionId: 'NA',
} as const
