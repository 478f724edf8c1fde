export const listTexts = {
  title: 'KYC List',
  referenceLabel: 'Ref ID',
  searchEmpty: 'Please enter a reference Id!',
  statusWrong: 'Please selecte a status', // sic
  empty: 'No Kyc Data Available', // sic
  loading: 'Loading...',
  select: 'Select',
} as const
