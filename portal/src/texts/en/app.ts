import { texts } from '../t.ts'

/** What the log-in's chunk may need at any moment. */
export const t = texts({
  'app.loading': 'Loading...',
  'app.fallback.title': 'This page is not available',
  'app.fallback.text': 'The address may be wrong, or you may have to log in first.',
  'app.fallback.toLogin': 'Go to log-in',
  'app.fallback.toDashboard': 'Go to dashboard',
  'app.denied.title': 'Access Denied',
  'app.denied.ok': 'OK',
  'app.error.text': 'Something went wrong on this page. Reload it to go on; what was saved is kept.',
  'app.error.reload': 'Reload',
})
