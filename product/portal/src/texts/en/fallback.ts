import { sessionTexts } from '@ekyc/contract/texts'

export const fallback = {
  'fallback.title': 'This page is not available',
  'fallback.text': 'The address may be wrong, or you may need to log in first.',
  'fallback.toLogin': 'Go to login',
  'fallback.toDashboard': 'Go to dashboard',
  'denied.title': 'Access Denied',
  'denied.text': sessionTexts.accessDenied,
  'denied.ok': 'OK',
}
