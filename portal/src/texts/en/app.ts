import { sessionTexts } from '@ekyc/contract/texts/session'

import { texts } from '../t.ts'

/** Texts that the log-in's chunk may need at any moment. */
export const t = texts({
  'app.loading': 'Loading...',
  'app.error.title': sessionTexts.unexpectedError,
  'app.error.text':
    'Something went wrong on this page. Reload it to continue. Anything already saved is safe.',
  'app.error.reload': 'Reload',
})
