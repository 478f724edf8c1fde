import { dashboardTexts } from '@ekyc/contract/texts'

export const statistics = {
  'statistics.ekyc.title': 'eKYC',
  'statistics.ekyc.period': 'Your last 12 months',
  'statistics.ekyc.share': '{share}% succeeded',
  'statistics.ekyc.mayNot': 'Your bank has not turned on KYC for you. Ask your bank if you need it.',

  'statistics.graph.title': 'KYC statistics',
  'statistics.graph.duration': 'Duration',
  'statistics.graph.3M': '3 Months',
  'statistics.graph.6M': '6 Months',
  'statistics.graph.12M': '12 Months',
  'statistics.graph.durationWrong': dashboardTexts.durationWrong,
  'statistics.graph.whole': 'Last {count} months',
  'statistics.graph.months': 'Months: choose one to read its values',
  'statistics.graph.month': 'Month',
  'statistics.graph.values': '{month}: {success} success, {failure} failure, {login} logins',

  'statistics.KYC_SUCCESS': 'Success',
  'statistics.KYC_FAILURE': 'Failure',
  'statistics.LOGIN': 'Logins',

  'statistics.noData': dashboardTexts.noData,
  'statistics.here': 'Figures loaded.',
}
