/** Separate from frame.ts, because the log-in shows these texts too. */
export const support = {
  'support.call': 'Support:',
  'support.whatsApp': 'WhatsApp',
}
