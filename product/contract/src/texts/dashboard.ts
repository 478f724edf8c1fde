export const dashboardTexts = {
  noAccess: 'Sorry, You can not access dashboard!',
  noData: 'No data',
  durationWrong: 'Please select a valid duration',
} as const
