import { texts } from '../t.ts'

/** Separate from frame.ts, because the log-in shows these texts too. */
export const t = texts({
  'support.call': 'Support:',
  'support.whatsApp': 'WhatsApp',
})
