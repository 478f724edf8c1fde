import { sessionTexts } from '@ekyc/contract/texts'

/** The texts for loading and for unexpected errors, which the log-in's chunk may need at any time. */
export const app = {
  'app.loading': 'Loading...',
  'app.error.title': sessionTexts.unexpectedError,
  'app.error.text':
    'Something went wrong on this page. Reload it to continue. Anything already saved is safe.',
  'app.error.reload': 'Reload',
}
